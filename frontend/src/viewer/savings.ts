// What each search looked at, and what that saves against the ones before it.
import { html, type TemplateResult } from "lit";
import type { Recorded } from "./data";

/** What a layer is put on: the search to compare it with. */
function plainer(trees: Recorded[], tree: Recorded): Recorded | undefined {
  const parts = tree.algorithm.split("+");
  const wanted =
    parts.length > 1
      ? [parts.slice(0, -1).join("+"), parts[parts.length - 1]!]
      : tree.algorithm === "minimax"
        ? []
        : tree.algorithm === "alphabeta" || tree.algorithm === "negamax"
          ? ["minimax"]
          : ["alphabeta", "minimax"];
  return wanted.map((name) => trees.find((other) => other.algorithm === name)).find(Boolean);
}

export function saved(trees: Recorded[], tree: Recorded): string {
  const other = plainer(trees, tree);
  if (!other) return "";
  const less = other.visited - tree.visited;
  const share = Math.round((100 * Math.abs(less)) / other.visited);
  const named = other.title.split(",")[0]!.toLowerCase();
  if (!less) return `saves nothing against ${named}`;
  const amount = `${Math.abs(less).toLocaleString("en")} node${Math.abs(less) > 1 ? "s" : ""} (${share} %)`;
  return less > 0 ? `saves ${amount} against ${named}` : `costs ${amount} more than ${named}`;
}

export function savings(
  trees: Recorded[],
  shown: string[],
  toggle: (name: string) => void,
  hidden: boolean,
): TemplateResult {
  const most = Math.max(...trees.map((tree) => tree.visited));
  return html`<table class="compare"><caption>The same tree, ${trees.length} ways</caption>
    <thead><tr><th scope="col">search</th><th scope="col">nodes</th>
    <th scope="col"><span class="unseen">share</span></th><th scope="col">what it saves</th></tr></thead><tbody>
    ${trees.map(
      (tree) => html`<tr data-run=${tree.algorithm}>
      <th scope="row"><label class="switch"><input type="checkbox" .checked=${shown.includes(tree.algorithm)}
        ?disabled=${hidden || (shown.length === 1 && shown[0] === tree.algorithm)} name=${tree.algorithm}
        @change=${() => toggle(tree.algorithm)}><span>${tree.title}</span></label></th>
      <td>${tree.visited.toLocaleString("en")}</td>
      <td class="wide"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="share-of" width=${(100 * tree.visited) / most} height="8" rx="2"></rect></svg></td>
      <td>${saved(trees, tree)}</td></tr>`,
    )}
  </tbody></table>`;
}
