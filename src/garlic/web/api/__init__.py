"""One router a part of the API; `web.app.ROUTES` names them. They parse, call and answer."""
