// The tidy tree of layout.py once more, for branches that are folded and unfolded in the page.
// Only x changes: the levels stay where they are.

function layOut(nodes, folded, gap) {
  const xs = new Array(nodes.length).fill(0);
  const below = id => (folded.has(id) ? [] : nodes[id].children);

  const packed = outlines => {
    const places = [];
    let taken = [];
    for (const outline of outlines) {
      let x = taken.length ? -Infinity : 0;
      for (let level = 0; level < Math.min(taken.length, outline.length); level++) {
        x = Math.max(x, taken[level] + gap - outline[level][0]);
      }
      places.push(x);
      taken = outline.map(side => x + side[1]).concat(taken.slice(outline.length));
    }
    return places;
  };

  const spread = outlines => {
    const left = packed(outlines);
    const mirrored = outlines.map(o => o.map(([l, r]) => [-r, -l])).reverse();
    const right = packed(mirrored).map(x => -x).reverse();
    const shift = left[left.length - 1] - right[right.length - 1];
    const middle = left.map((x, i) => (x + right[i] + shift) / 2);
    const centre = (middle[0] + middle[middle.length - 1]) / 2;
    return middle.map(x => x - centre);
  };

  const offsets = new Array(nodes.length).fill(0);
  const outlineOf = id => {
    const half = nodes[id].width / 2;
    const hanging = below(id).map(outlineOf);
    const outline = [[-half, half]];
    if (hanging.length) {
      const shifts = spread(hanging);
      below(id).forEach((child, i) => { offsets[child] = shifts[i]; });
      const deepest = Math.max(...hanging.map(o => o.length));
      for (let level = 0; level < deepest; level++) {
        const sides = hanging.map((o, i) => o[level] && [o[level][0] + shifts[i], o[level][1] + shifts[i]])
          .filter(Boolean);
        outline.push([Math.min(...sides.map(s => s[0])), Math.max(...sides.map(s => s[1]))]);
      }
    }
    return outline;
  };

  const outline = outlineOf(0);
  xs[0] = -Math.min(...outline.map(side => side[0]));
  const shown = [0];
  for (const id of shown) {  // grows while it is read
    for (const child of below(id)) {
      xs[child] = xs[id] + offsets[child];
      shown.push(child);
    }
  }
  return { xs, shown: new Set(shown) };
}
