"""examples/tour.ipynb, run by a kernel as a notebook would: everything in it draws itself."""

import warnings
from pathlib import Path

import pytest

TOUR = Path(__file__).parents[2] / "examples/tour.ipynb"
DRAWN = [  # of the cells that show something, in their order
    "image/svg+xml", "image/svg+xml", "text/html", "text/html", "text/html",
    "application/vnd.jupyter.widget-view+json", "image/svg+xml"]


@pytest.mark.long
def test_the_tour_draws_everything(tmp_path):
    pytest.importorskip("anywidget", reason="needs pip install anywidget")
    pytest.importorskip("ipykernel", reason="needs pip install ipykernel")
    nbclient = pytest.importorskip("nbclient", reason="needs pip install nbclient")
    nbformat = pytest.importorskip("nbformat")
    book = nbformat.read(TOUR, as_version=4)
    assert all(not cell.get("outputs") for cell in book.cells), "commit it without outputs"
    with warnings.catch_warnings():  # the kernel's own
        warnings.simplefilter("ignore")
        nbclient.NotebookClient(book, timeout=120,
                                resources={"metadata": {"path": tmp_path}}).execute()
    shown = [output["data"] for cell in book.cells for output in cell.get("outputs", ())
             if output["output_type"] == "execute_result"
             or "application/vnd.jupyter.widget-view+json" in output.get("data", {})]
    assert len(shown) == len(DRAWN)
    for data, kind in zip(shown, DRAWN, strict=True):
        assert data.get(kind), sorted(data)
    assert "win in 3" in shown[2]["text/html"]
