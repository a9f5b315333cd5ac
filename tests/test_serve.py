"""The local server: who may ask, and for what."""
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from browser import chromium, complaints, served

PAGES = ("", "play", "analyse", "tree", "pruning")


@pytest.fixture(scope="module")
def address():
    with served() as address:
        yield address


def status(address, **headers):
    """The status of a request."""
    try:
        with urlopen(Request(address, headers=headers), timeout=10) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


def test_only_the_address_with_its_token_is_served(address):
    root, token, _ = address.rsplit("/", 2)
    assert root.startswith("http://127.0.0.1:") and len(token) >= 20
    asked = {f"{address}{page}": 200 for page in PAGES} | {f"{address}static/style.css": 200}
    asked |= {f"{root}/": 404, f"{root}/play": 404, f"{root}/{token[:-1]}/play": 404, f"{address}static/../app.py": 404,
              f"{address}static/%2e%2e/app.py": 404}
    assert {path: status(path) for path in asked} == asked


def test_other_hosts_and_other_sites_pages_are_refused(address):
    own = address.rsplit("/", 2)[0]
    found = [status(address, **headers) for headers in (
        {"Origin": own}, {"Host": own.removeprefix("http://").replace("127.0.0.1", "localhost")},
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"})]
    assert found == [200, 200, 403, 403, 403]


def test_every_page_opens_without_a_complaint(address):
    with chromium() as browser:
        for page in PAGES:
            browser.get(address + page)
            assert browser.find_element("tag name", "h1").text and complaints(browser) == []
