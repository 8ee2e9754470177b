"""Finding one's way about on the page."""


def address_of(page):
    """What the page itself takes for its address: `page.url` hears of a change only later."""
    return page.evaluate("location.href")


def spot(page, name):
    """A place to click on the board."""
    return page.locator(f'z-table [data-name="{name}"]')


def played(page):
    """The moves of the line, without what is thought of them."""
    labels = [b.get_attribute("aria-label") for b in page.locator(".line button").all()]
    return [label.partition(": ")[2].partition(",")[0] for label in labels]


def over(page):
    """How the game ended, once it has."""
    page.wait_for_selector('[data-status="over"]')
    return page.locator('[data-status="over"]').inner_text().strip()


def badge(value):
    """A proven value as the page writes it on the board."""
    return {"win": f"W{value.distance}", "loss": f"L{value.distance}"}.get(value.kind, "=")


DONE = "[data-facts][data-done=yes]"  # the analysis is complete
PATIENCE = 120_000  # ms: a small machine, busy and with nothing compiled
