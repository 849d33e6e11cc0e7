# ruff: noqa: E501  # sentences as people wrote them
"""Prompts over the sixty cards: eighty that want a card, ten of them long, and sixty that want silence.

They were written from what a person at work would ask, with the question in mind and not the card's words. The long ones are a
question of two sentences somewhere in a page of other talk.
"""

from __future__ import annotations

from cairn.cards.calibrate import Prompt

_WANTED: tuple[tuple[str, str], ...] = (
    ("click-standalone", "I call our click command from another Python function and the whole process quits when it is done. How do I get the return value back instead?"),
    ("click-standalone", "why does main() exit the interpreter in my notebook"),
    ("click-lazy-group", "our CLI takes 2 seconds to start because every subcommand imports pandas; can subcommands be imported only when they're run?"),
    ("click-optional-value", "I want --log to work both bare and as --log=debug. Is an option with an optional value possible?"),
    ("click-envvars", "can all options of the tool be given as environment variables with a common prefix?"),
    ("click-envvars", "what's the name of the environment variable for --port in a nested command?"),
    ("click-runner", "my test with CliRunner passes although the command raised a KeyError, the exception seems to be swallowed"),
    ("click-isolated-files", "tests fail randomly when I run them with threads in parallel, they all use isolated_filesystem"),
    ("click-echo-ansi", "colours vanish in GitHub Actions logs although we style everything we echo. How can I force ANSI colours there?"),
    ("click-context-object", "what is the clean way to share a database handle between commands of a group via the context object?"),
    ("click-path-type", "the callback gets a str but I annotated pathlib.Path for the path argument, do I need to convert it?"),
    ("click-lazy-file", "opening --output truncates the file before my command has computed anything, I'd like the file to be created at first write, ideally atomic"),
    ("click-passwords", "ask the user for a new password with hidden input and have them confirm it"),
    ("click-progress", "progress bar shows nothing in docker logs, just the label"),
    ("click-exit-codes", "which exit status do we return for usage mistakes? the wrapper script expects 2"),
    ("click-eager", "in the callback of --config I need the value of --profile but it's not set yet. In what order are parameters processed?"),
    ("click-variadic", "accept any number of remaining arguments and then a target, like cp does: is nargs=-1 allowed before another argument?"),
    ("click-completion", "shell completion doesn't work when the program is started with python -m"),
    ("click-pager", "page a listing with millions of rows without building it in memory first: does the pager take a generator?"),
    ("click-editor", "how can I tell that the user left the editor without saving the commit message?"),
    ("click-choices", "user types JSON, choice is declared as json and case-insensitive - which spelling does my callback get?"),
    ("click-bangbang-wrap", "帮助文本里的示例代码被合并成一段了，怎么保持排版？"),
    ("click-bangbang-wrap", "命令的帮助说明自动换行把我的列表弄乱了"),
    ("httpx-timeouts", "large report downloads die with ReadTimeout, what's the default timeout and how do I set a longer read timeout only?"),
    ("httpx-timeouts", "do requests ever time out if I don't set anything?"),
    ("httpx-pool", "our crawler gets PoolTimeout with 500 concurrent tasks"),
    ("httpx-pool", "how many connections are kept alive by the client?"),
    ("httpx-retries", "does retries=3 on the transport also repeat a request after a 503?"),
    ("httpx-redirects", "I get a 301 response instead of the page. With requests it just worked, are redirects not followed?"),
    ("httpx-streaming", "ResponseNotRead when I log the text of a streamed response after the with block"),
    ("httpx-status-errors", "unit test builds a Response(404) by hand and raise_for_status blows up with RuntimeError about the request"),
    ("httpx-mounts", "send everything through the corporate proxy except one internal host, which should go direct"),
    ("httpx-env", "requests in CI go through some proxy that we never configured. Where does HTTP_PROXY come in and how do I turn it off?"),
    ("httpx-env", "can NO_PROXY take a CIDR range like 10.0.0.0/8?"),
    ("httpx-base-url", "base_url has /api/v2 as prefix; will a path with a leading slash drop it?"),
    ("httpx-mock", "how can I test our API wrapper without opening a socket? I'd rather not run a fake server"),
    ("httpx-asgi", "startup handlers of the FastAPI application don't run in tests that go through the ASGI transport"),
    ("httpx-auth-flow", "implement authentication that refreshes the token on 401 and then repeats the request"),
    ("httpx-digest", "upload with digest auth fails, StreamConsumed, body is a generator"),
    ("httpx-hooks", "log the response body in an event hook; the text isn't there yet"),
    ("httpx-charset", "pages from an old site come out as mojibake, there is no charset in the header. Can it detect the encoding?"),
    ("httpx-cookies", "deprecation warning about cookies= on a single request, what should I do to keep the session cookies?"),
    ("httpx-multipart", "uploading a 4 GB file eats all memory, is the multipart upload not streamed from disk?"),
    ("httpx-tls-context", "profiling says half of the latency is creating the SSL context for each client"),
    ("httpx-params", "the page number in the URL's query string is lost as soon as I pass params="),
    ("httpx-async-close", "程序退出时提示连接没有关闭，异步客户端应该怎么关闭？"),
    ("httpx-async-close", "每个请求都新建一个异步客户端会不会连接泄漏"),
    ("toml-comments", "our release script rewrites pyproject.toml and all comments are gone afterwards"),
    ("toml-unwrap", "pickle fails on the config object, the values are some wrapper type. How do I get plain Python objects?"),
    ("toml-out-of-order", "keys that I add to [tool] land at the end of the file because its sections are scattered; what is this proxy object?"),
    ("toml-aot", "how do I append an entry to [[package]]? it writes an inline array of dicts instead"),
    ("toml-multiline-arrays", "dependencies array ends up on one very long line, I want one item per line"),
    ("toml-inline-tables", "parse error for a newline inside braces, are inline tables really limited to one line?"),
    ("toml-strings", "write a Windows path without doubling every backslash: can I force single quotes for a string?"),
    ("toml-dates", "is a date from the document a real datetime, does arithmetic on it work?"),
    ("toml-parse-errors", "show the user on which line and column their config is broken when a ParseError is raised"),
    ("toml-bools", "if doc['debug'] is True is never taken even though the file says true"),
    ("toml-encoders", "teach the writer to serialise Decimal: is there a hook to register an encoder for our own types?"),
    ("toml-file-newlines", "every edit on Windows rewrites all line ends and the diff is the whole file"),
    ("toml-none", "ConvertError because some of the settings are None, what's the equivalent of null?"),
    ("toml-sorting", "sort_keys=True has no effect on a parsed document"),
    ("toml-indent", "after replacing a value its trailing comment and the indentation vanish"),
    ("toml-super-tables", "an empty [tool] header line appears above [tool.black] in the generated file"),
    ("toml-new-keys", "where does a plain key go if the document already has tables, won't it become part of the last table?"),
    ("toml-zh-encoding", "在 Windows 上读取配置文件中文变成乱码"),
    ("toml-zh-encoding", "读配置文件要不要显式指定编码？"),
    ("httpx-zh-http2", "想启用 HTTP/2，客户端还需要装什么依赖吗？"),
    ("httpx-zh-http2", "如何确认服务器实际用的协议版本是不是 HTTP/2"),
    ("click-zh-testing", "测试里读取 stderr 总是空的，标准错误是不是和标准输出合并了？"),
    ("click-zh-testing", "命令行测试怎么把标准错误和标准输出分离"),
)  # fmt: skip

_WANTED_LONG: tuple[tuple[str, str], ...] = (
    ("httpx-retries", "One more thing: the transport is created with retries=5 and still a request that failed with a read error isn't repeated. Does retries only cover connects?"),
    ("click-runner", "By the way, why do our CliRunner tests stay green when the command raises? It looks like the exception is swallowed by invoke."),
    ("toml-comments", "Also the script that bumps the version in pyproject.toml throws away all comments and blank lines. They have to survive."),
    ("httpx-asgi", "And the lifespan of the application does not seem to run when tests use the ASGI transport, so the pool of the database is None."),
    ("click-lazy-group", "What bothers me most is that --help takes three seconds because all subcommands are imported. Could a Group import them on demand?"),
    ("httpx-tls-context", "The flame graph says that creating the SSL context takes more time than the request. Can one context be handed to all clients?"),
    ("toml-multiline-arrays", "Finally, the array of dependencies is written on one line, and reviewers complain. Each item should have its own line."),
    ("httpx-redirects", "Somebody reported a 301 where the old code, which used requests, followed redirects without asking. What changed?"),
    ("httpx-async-close", "最后一个问题：服务停止的时候日志里有连接泄漏的警告，异步客户端是不是必须显式关闭？"),
    ("click-completion", "Then there is completion in zsh, which works for the installed program and not when started with python -m prog."),
)  # fmt: skip

_SILENT: tuple[str, ...] = (
    "ok thanks",
    "please run the tests again and tell me what fails",
    "commit this with a sensible message",
    "What does this repository do?",
    "rename the variable tmp to total_price in billing.py",
    "The build on main is red since this morning, find out which change broke it.",
    "how do I undo the last git commit without losing my changes?",
    "add a column for the customer's birthday to the users table and write the migration",
    "why is the sidebar overlapping the footer on small screens?",
    "convert this class component to a function with hooks",
    "Sort the list of orders by date, newest first, and paginate it by 50.",
    "the docker image is 2 GB, make it smaller",
    "Is there a memory leak in the image resizing worker?",
    "please review the pull request and list anything risky",
    "I get a segfault in the C extension when the array is empty",
    "make the type checker happy in src/models",
    "add rate limiting to the login endpoint of our API",
    "the price is off by one cent after rounding, where do we round?",
    "Generate fake data for the demo: 20 customers with addresses.",
    "Why is the SQL query slow? It scans the whole orders table.",
    "implement binary search over the sorted offsets",
    "the websocket disconnects after a minute of silence, we probably need a heartbeat",
    "write a command that exports all invoices as CSV",
    "update the client to version 4 of the payments API",
    "the test for the parser is flaky, have a look",
    "delete the unused tables from the staging database",
    "please add a request id to every log line",
    "Our response times got worse last week, can you profile the checkout handler?",
    "show me the default values of the settings page and where each of them is used",
    "how do I send a PATCH request with a JSON body?",
    "which version of click do we have installed?",
    "write a TOML file with a table for the database settings",
    "add a --verbose flag that sets the log level to the fetch command",
    "the client should send our own User-Agent header with each request",
    "rename the option --out to --output in all commands",
    "parse the config file and print the name of the project",
    "Mock the clock in the test of the session cookie",
    "how do I download a file to disk and check its SHA-256?",
    "make the command print JSON when --json is given",
    "read the API base path from the settings and log it at startup",
    "why does the array of prices contain duplicates?",
    "the response of the search endpoint should have a total count",
    "set the timeout of the CI job to 20 minutes",
    "给命令加一个 --verbose 选项",
    "写一个测试，检查返回的状态码是 404",
    "请求头里加上用户代理",
    "好的，谢谢",
    "这个仓库是做什么的？",
    "把用户表加一个生日字段并写迁移脚本",
    "为什么首页在手机上布局错乱",
    "请检查这段代码有没有安全问题",
    "把错误信息翻译成英文",
)  # fmt: skip

# Talk that surrounds the question of a long prompt, some eighty words each.
_TALK: tuple[str, ...] = (
    ("We spent most of yesterday on the dashboard for the logistics team. They want to see parcels per region and per carrier, with a "
    "small trend arrow next to each number, and they want it to refresh while they look at it. I sketched the page with two charts above "
    "a table. The designer said the colours are too close to each other for people who are colour blind, so the palette has to be chosen "
    "again before Thursday, when the regional managers get their first look at it."),
    ("The migration of the warehouse database is planned for the weekend. Roughly forty million rows move from the old cluster, and the "
    "foreign keys are switched off meanwhile. Marta prepared the scripts and ran them twice against a copy, which took about six hours "
    "each. There is a rollback plan, but nobody has rehearsed it. I would feel better if somebody walked through it on Friday and wrote "
    "down how long each step needs, since the shops open on Monday at seven."),
    ("Regarding hiring: two candidates come for a talk next week. One has built recommendation engines for a music service and knows a lot "
    "about ranking, the other comes from embedded systems and writes beautiful C. Please think of a small exercise that is fair to both, "
    "something with strings and maps maybe, no puzzles about balls in urns. We have ninety minutes for each of them, lunch included, and "
    "afterwards everyone writes a short note before talking to each other."),
    ("The invoice template is nearly done. Legal asked for the registration number in the footer and for a line about late fees. The logo "
    "sits too far to the left on A4 and too far to the right on letter. Amounts are aligned at the decimal point now. What is left are "
    "credit notes, which look like invoices with a minus, and the French translation, for which we wait. Sales wants a QR code on it, but "
    "nobody could tell me what it should lead to."),
    ("Last sprint's retrospective: people liked pairing on the pricing engine and disliked the amount of meetings. The board was out of "
    "date for three days because nobody moved the tickets. We agreed to keep the stand-up below ten minutes and to write decisions into "
    "the wiki on the day they are made. The estimate for the loyalty programme was off by a factor of two, mostly due to the points that "
    "expire at midnight in the customer's own time zone."),
    ("Catering for the summer party: thirty people said yes, nine of them eat no meat and two cannot have nuts. The place by the river is "
    "free on the eleventh if it does not rain. Somebody should bring a projector for the slides about the first ten years, and a long "
    "extension lead. The bus from the office leaves at four, the last one back at half past eleven. If you have photographs from the old "
    "building, put them into the shared folder until Wednesday, please."),
    ("The mobile team reports that the map flickers on older phones when many markers are close together. Clustering helps, but then the "
    "labels overlap. They try drawing markers on a canvas now. It would be good to have a device farm for this, since the bug shows up "
    "only with a certain graphics chip. Crash rates are fine otherwise, slightly lower than in spring, and the store rating went up after "
    "the dark icons were replaced with lighter ones."),
)  # fmt: skip
_TALK_ZH = (
    "上周我们主要在做物流部门的看板，他们希望按地区和承运商查看包裹数量，并且每个数字旁边有趋势箭头。设计师认为颜色太接近，需要重新选择配色。"
    "仓库数据库的迁移安排在周末，大约四千万行数据，脚本已经演练两次，每次大约六个小时。回滚方案写好了，但是没有人演练过，希望周五有人走一遍流程并记录时间。"
)


def _long(number: int, ask: str) -> str:
    """A page of talk with a question in it: at its end, its start, or between."""
    talk = [_TALK[(number + i) % len(_TALK)] for i in range(8)]
    if not ask.isascii() and ask[0] > "\u3000":
        talk = [_TALK_ZH * 2, *talk[:6]]
    talk.insert((8, 0, 4)[number % 3], ask)
    return "\n\n".join(talk)


LONG = [Prompt(_long(number, ask), (name,)) for number, (name, ask) in enumerate(_WANTED_LONG)]
WANTED = [*(Prompt(ask, (name,)) for name, ask in _WANTED), *LONG]
SILENT = [
    *(Prompt(ask, ()) for ask in _SILENT),
    *(Prompt(_long(number, ask), ()) for number, ask in enumerate(_SILENT[8:32:3])),
]
PROMPTS = [*WANTED, *SILENT]
