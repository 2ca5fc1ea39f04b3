"""The API reference page: every route with its fields, from the OpenAPI document, no scripts."""

from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from garlic.core.render.html import Html, element, joined
from garlic.web.problems import ApiRouter

router = ApiRouter(prefix="/api", include_in_schema=False)

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
details { border: 1px solid #8886; border-radius: 8px; margin: .5rem 0; padding: .5rem .9rem; }
summary { cursor: pointer; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { overflow: auto; max-height: 24rem; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
table { border-collapse: collapse; }
td, th { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top; }
"""


@router.get("/docs.css")
def style() -> Response:
    """The style sheet, because the content policy forbids inline styles."""
    return Response(_STYLE, media_type="text/css")


@router.get("/docs")
def reference(request: Request) -> HTMLResponse:
    """The reference page."""
    document = request.app.openapi()
    groups: dict[str, list[Html]] = {}
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            tag = (call.get("tags") or ["other"])[0]
            groups.setdefault(tag, []).append(_call(document, path, method, call))
    body = element(
        "body",
        element("h1", f"{document['info']['title']} {document['info']['version']}: API"),
        element(
            "p",
            "The same as a document for programs: ",
            element("a", "openapi.json", href="/api/openapi.json"),
        ),
        [joined(element("h2", tag), calls) for tag, calls in groups.items()],
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", "Garlic Arena: API"),
        Html('<link rel="stylesheet" href="/api/docs.css">'),
    )
    return HTMLResponse(f"<!doctype html>{element('html', head, body, lang='en')}")


def _call(document: dict[str, Any], path: str, method: str, call: dict[str, Any]) -> Html:
    fields = [
        (parameter["name"], parameter["in"], _kind(document, parameter.get("schema", {})))
        for parameter in call.get("parameters", [])
    ]
    for content in call.get("requestBody", {}).get("content", {}).values():
        schema = _resolved(document, content.get("schema", {}))
        fields += [
            (name, "body", _kind(document, inner))
            for name, inner in schema.get("properties", {}).items()
        ]
    answer = call.get("responses", {}).get("200") or call.get("responses", {}).get("201") or {}
    answers = [
        _kind(document, content.get("schema", {})) for content in answer.get("content", {}).values()
    ]
    rows = [
        element(
            "tr", element("td", element("code", name)), element("td", place), element("td", kind)
        )
        for name, place, kind in fields
    ]
    return element(
        "details",
        element("summary", element("span", method.upper(), class_="method"), element("code", path)),
        [element("p", part) for part in call.get("description", "").split("\n\n") if part],
        element("table", rows) if rows else None,
        element("p", "Answers: ", ", ".join(answers)) if answers else None,
    )


def _resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    resolved: dict[str, Any] = document["components"]["schemas"][name] if name else schema
    return resolved


def _kind(document: dict[str, Any], schema: dict[str, Any]) -> str:
    """A short description of the values of *schema*."""
    if "$ref" in schema:
        inner = _resolved(document, schema)
        names = ", ".join(inner.get("properties", {}))
        return f"{inner.get('title', 'object')} {{{names}}}" if names else inner.get("title", "")
    if "anyOf" in schema:
        return " or ".join(_kind(document, option) for option in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_kind(document, schema.get('items', {}))}"
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    return str(schema.get("type", "any"))
