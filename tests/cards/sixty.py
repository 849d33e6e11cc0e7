# ruff: noqa: E501  # sentences as people wrote them
"""Sixty cards about three packages (click, httpx, tomlkit), as people would note what they had learned."""

from __future__ import annotations

from pathlib import Path

from cairn.cards.card import write_card

# name, what it is about, summary, body
CARDS: tuple[tuple[str, str, str, str], ...] = (
    ("click-standalone", "click:core.py#Command.main", "main() ends the process with sys.exit unless standalone_mode=False is passed", "With standalone_mode=False it returns what the callback returned, and exceptions such as Abort and UsageError reach the caller."),
    ("click-lazy-group", "click:core.py#Group.get_command", "Subcommands are imported on demand by overriding get_command and list_commands of a Group", "Help still calls get_command for each one to read its short help, so keep the texts elsewhere if start-up time matters."),
    ("click-optional-value", "click:core.py#Option", "An option takes an optional value with is_flag=False and flag_value set", "`--color` alone yields the flag_value, `--color=red` the text; without the option the default counts."),
    ("click-envvars", "click:core.py#Context", "auto_envvar_prefix reads every option from an environment variable; nested commands add their name to the prefix", "`APP_SERVE_PORT` is --port of `app serve`. show_envvar=True puts the variable into the help page."),
    ("click-runner", "click:testing.py#CliRunner.invoke", "CliRunner.invoke swallows exceptions: a test must look at result.exception or pass catch_exceptions=False", "The exit code is 1 for an uncaught one. The traceback is in result.exc_info."),
    ("click-isolated-files", "click:testing.py#CliRunner.isolated_filesystem", "isolated_filesystem changes the working directory of the whole process to a temporary folder", "So tests that use it cannot run in parallel threads; xdist, which forks processes, is fine."),
    ("click-echo-ansi", "click:utils.py#echo", "echo strips ANSI colours when the stream is not a terminal; color=True keeps them", "CI systems that render colours are no terminals. Setting ctx.color does it for all output of a command."),
    ("click-context-object", "click:core.py#Context.ensure_object", "State is shared between commands through ctx.obj; ensure_object creates it on first use", "pass_obj and make_pass_decorator hand it to callbacks; a child context sees the object of its parent."),
    ("click-path-type", "click:types.py#Path", "Path parameters are str unless path_type=pathlib.Path is given", "resolve_path follows symlinks, exists=True checks before the callback runs, and dir_okay=False refuses folders."),
    ("click-lazy-file", "click:types.py#File", "A File parameter opened for writing is lazy: the file is created at the first write", "atomic=True writes to a temporary neighbour and renames it when the context closes, so readers never see half of it."),
    ("click-passwords", "click:decorators.py#password_option", "password_option prompts twice with hidden input; a confirmation_prompt text can be set", "Never give a default to it: the default would be shown in brackets."),
    ("click-progress", "click:_termui_impl.py#ProgressBar", "The progress bar prints only its label when output is not a terminal", "For generators pass length, otherwise there is no estimate of the remaining time. update_min_steps reduces flicker."),
    ("click-exit-codes", "click:exceptions.py#UsageError", "Usage mistakes exit with 2, Abort and other ClickException with 1", "ctx.exit(n) leaves with any other status; raising SystemExit skips the callbacks that close resources."),
    ("click-eager", "click:core.py#Parameter", "Eager parameters are processed before all others, the rest in the order in which the user typed them", "--version and --help are eager. A callback that reads another parameter must not rely on declaration order."),
    ("click-variadic", "click:core.py#Argument", "nargs=-1 collects all remaining arguments into a tuple and only one argument may have it", "An empty tuple passes unless required=True. Options with multiple=True are tuples, too."),
    ("click-completion", "click:shell_completion.py#shell_complete", "Shell completion is asked for through the variable _PROG_COMPLETE, with dashes turned into underscores", "A program started as `python -m prog` gets no completion: the shell looks for an installed entry point."),
    ("click-pager", "click:termui.py#echo_via_pager", "echo_via_pager accepts a generator, so long listings start to show before they are complete", "It honours PAGER, and prints plainly where there is no terminal. less gets -R for colours."),
    ("click-editor", "click:termui.py#edit", "edit() returns None when the user leaves the editor without saving", "With filename= it edits that file in place and always returns None. require_save=False takes the text anyway."),
    ("click-choices", "click:types.py#Choice", "A case-insensitive Choice hands the callback the spelling of the declaration, not what was typed", "Since 8.2 enum members can be choices; their names are what users type."),
    ("click-bangbang-wrap", "click:formatting.py#wrap_text", "帮助文本会自动换行，段落前单独一行 \\b 可以保持原样排版", "示例代码和列表必须加 \\b，否则会被合并成一段。"),
    ("httpx-timeouts", "httpx:_config.py#Timeout", "Every request times out after five seconds of network inactivity; timeout=None waits for ever", "connect, read, write and pool can differ: httpx.Timeout(10, read=60). A slow download is no inactivity."),
    ("httpx-pool", "httpx:_config.py#Limits", "The pool holds 100 connections, 20 of them kept alive; a waiting request raises PoolTimeout", "Raise max_connections for crawlers. keepalive_expiry of 5 seconds is shorter than most load balancers'."),
    ("httpx-retries", "httpx:_transports/default.py#HTTPTransport", "HTTPTransport(retries=3) repeats only failed connects, never a request that was sent", "Status 503 and read errors are not repeated; wrap the call with tenacity for that."),
    ("httpx-redirects", "httpx:_client.py#BaseClient", "Redirects are not followed unless follow_redirects=True, unlike in requests", "A 301 comes back as a response; response.next_request is what would be sent. raise_for_status raises for it, too."),
    ("httpx-streaming", "httpx:_client.py#Client.stream", "A streamed response must be consumed inside the with block; afterwards its content raises ResponseNotRead", "Call response.read() before the text is used in an error message. iter_bytes decompresses, iter_raw does not."),
    ("httpx-status-errors", "httpx:_models.py#Response.raise_for_status", "raise_for_status needs a response that knows its request and returns the response itself", "Hand-made responses in tests fail with RuntimeError: give request= to the constructor. HTTPStatusError carries both."),
    ("httpx-mounts", "httpx:_client.py#Client", "mounts routes by URL pattern to transports, the most specific pattern first", "`all://internal.example` with None goes direct, past the proxy. The order of the dictionary does not matter."),
    ("httpx-env", "httpx:_utils.py#get_environment_proxies", "HTTP_PROXY, NO_PROXY and the netrc file are honoured unless trust_env=False", "NO_PROXY does not know CIDR ranges, only host suffixes. CI containers set these behind our back."),
    ("httpx-base-url", "httpx:_client.py#BaseClient.base_url", "base_url is joined by appending: a leading slash of the path does not drop the prefix", "Client(base_url='https://h/api').get('/users') asks /api/users, where urljoin would give /users."),
    ("httpx-mock", "httpx:_transports/mock.py#MockTransport", "MockTransport(handler) fakes a server without a socket: the handler gets the request and returns a Response", "Works for the async client when the handler is a coroutine. Redirects, auth and cookies run as in reality."),
    ("httpx-asgi", "httpx:_transports/asgi.py#ASGITransport", "ASGITransport does not run the lifespan of the application: start-up handlers are skipped", "Use asgi-lifespan's LifespanManager around the client. Exceptions of the app propagate unless raise_app_exceptions=False."),
    ("httpx-auth-flow", "httpx:_auth.py#Auth", "Custom authentication is a generator auth_flow that yields requests and receives responses", "requires_response_body=True reads the body first, which a token refresh needs. A lock is yours to bring."),
    ("httpx-digest", "httpx:_auth.py#DigestAuth", "DigestAuth sends each first request twice: the challenge of a 401 is answered by repeating it", "A streaming upload body cannot be replayed and fails with StreamConsumed."),
    ("httpx-hooks", "httpx:_client.py#BaseClient.event_hooks", "Event hooks for responses run before the body is read, so call response.read() in them to log it", "On AsyncClient hooks must be coroutines. An exception in a hook closes the connection."),
    ("httpx-charset", "httpx:_models.py#Response.encoding", "Text without a charset in its header is decoded as UTF-8; default_encoding may be a function that detects", "chardet is no longer a dependency. Set response.encoding before the first access of text."),
    ("httpx-cookies", "httpx:_models.py#Cookies", "Cookies set on the client persist over requests; cookies= on a single call is deprecated since they would leak", "Cookies is no plain dict: the same name may exist for several domains, which raises CookieConflict on access."),
    ("httpx-multipart", "httpx:_multipart.py#MultipartStream", "files= uploads are streamed from disk if the file object has a size; others are read into memory", "Text mode files are refused with TypeError. data= fields come before the files in the form."),
    ("httpx-tls-context", "httpx:_config.py#create_ssl_context", "Creating the SSL context costs 20 ms and more, so build one and hand it to all clients by verify=", "A client per request makes this the largest part of the latency. The certifi bundle is parsed each time."),
    ("httpx-params", "httpx:_urls.py#URL.copy_merge_params", "params= replaces the whole query string that the URL already has", "Use url.copy_merge_params to add instead. A None value becomes an empty parameter, not a missing one."),
    ("httpx-async-close", "httpx:_client.py#AsyncClient.aclose", "异步客户端必须用 aclose 关闭，否则连接泄漏并出现警告", "推荐 async with；不要为每个请求新建客户端，连接池会失效。"),
    ("toml-comments", "tomlkit:toml_document.py#TOMLDocument", "Comments and blank lines survive only if the parsed document is edited in place", "Building a new dict and dumping it loses them. Assign to doc['tool']['x'] rather than replacing the table."),
    ("toml-unwrap", "tomlkit:items.py#Item.unwrap", "Values read from a document are wrappers; unwrap() gives plain Python objects", "json.dumps and yaml work on most of them, pickle and strict type checks (type(x) is str) do not."),
    ("toml-out-of-order", "tomlkit:container.py#OutOfOrderTableProxy", "A table whose parts are scattered over the file is a proxy, and adding keys goes to its last part", "[a.b], then [c], then [a.d]: doc['a'] is such a proxy. Deleting from it once left empty headers."),
    ("toml-aot", "tomlkit:items.py#AoT", "Arrays of tables ([[x]]) are made with aot() and appended with table objects, not with dicts in a list", "A list of dicts is written as an inline array. Both read back alike."),
    ("toml-multiline-arrays", "tomlkit:items.py#Array.multiline", "array.multiline(True) writes an item a line; without it appending keeps everything on one line", "add_line gives control over indentation and comments between items. Dependencies in pyproject look better so."),
    ("toml-inline-tables", "tomlkit:items.py#InlineTable", "Inline tables cannot span lines in TOML 1.0, so long ones should become regular tables", "Newlines inside braces are a parse error. A trailing comma is one, too."),
    ("toml-strings", "tomlkit:items.py#String", "string(value, literal=True) writes single quotes, which Windows paths and regular expressions need", "multiline=True gives triple quotes. A literal string cannot contain a single quote: InvalidStringError."),
    ("toml-dates", "tomlkit:items.py#DateTime", "Dates come back as subclasses of datetime, and arithmetic keeps the subclass", "Offsets are fixed: no zone names. Equality with plain datetime holds."),
    ("toml-parse-errors", "tomlkit:exceptions.py#ParseError", "ParseError knows line and col, so tell the user both instead of the bare message", "Its str has 'at line 3 col 7'. It is a ValueError as well, for callers that know nothing of this package."),
    ("toml-bools", "tomlkit:items.py#Bool", "Comparing a value with `is True` fails for booleans that were set by item(), as they are wrappers", "Use == or bool(). Containers unwrap them on access, lists inside arrays did not before 0.11."),
    ("toml-encoders", "tomlkit:api.py#register_encoder", "Own types are written by an encoder registered with register_encoder; it must raise ConvertError for others", "Encoders are global for the process, tried in order of registration. Decimal and Path are common ones."),
    ("toml-file-newlines", "tomlkit:toml_file.py#TOMLFile", "TOMLFile remembers the line ends of what it read and writes CRLF back; mixed ends stay", "Plain open() in text mode turns them into \\n on the way in, and diffs get huge on Windows."),
    ("toml-none", "tomlkit:items.py#item", "TOML has no null: None raises ConvertError, so drop such keys before writing", "Filter recursively. An empty string means something else to most readers."),
    ("toml-sorting", "tomlkit:api.py#dumps", "dumps(sort_keys=True) sorts only plain mappings; a parsed document keeps its order", "To sort one, pop and add the keys again; comments travel with the following key."),
    ("toml-indent", "tomlkit:items.py#Trivia", "Indentation and the comment of an item live in its trivia; replacing the item loses both", "Copy trivia from the old one, or assign through the table, which does that for values of the same kind."),
    ("toml-super-tables", "tomlkit:items.py#Table", "is_super_table hides the header of a table that only contains other tables", "Without it an empty [tool] line appears above [tool.x]. It is guessed when not given."),
    ("toml-new-keys", "tomlkit:container.py#Container.append", "Plain keys added to a document after its tables would belong to the last one, so they are put before the first table", "In older releases they really ended up inside the last table, which changed the meaning of the file."),
    ("toml-zh-encoding", "tomlkit:toml_file.py#TOMLFile.read", "配置文件必须以 UTF-8 编码读取，Windows 默认编码会导致中文乱码", "显式传入 encoding，不要依赖系统区域设置。"),
    ("httpx-zh-http2", "httpx:_client.py#Client", "启用 HTTP/2 需要安装 h2 依赖，并在客户端传入 http2=True", "服务器不支持时自动回退到 HTTP/1.1，可查看 response.http_version 确认协议版本。"),
    ("click-zh-testing", "click:testing.py#Result", "测试命令行时标准错误与标准输出默认合并，读取 stderr 需要新版本分离输出", "8.2 起 result.stderr 总是可用，mix_stderr 参数已删除。"),
)  # fmt: skip


def write_library(folder: Path) -> Path:
    """Write the cards into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, about, summary, body in CARDS:
        scope = (name.partition("-")[0],)
        text = write_card(name, summary, body, status="approved", scope=scope, about=(about,), verified_at="2026-11-01")
        (folder / f"{name}.md").write_text(text, "utf-8")
    return folder
