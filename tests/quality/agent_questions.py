"""Questions that an agent asks about public packages, and the facts that a right answer holds, found by reading the sources.

A fact is `file#Name:LINE`: the answer names what ends so and says that line of it; the line may be left out. `A|B` is either of
two, a `*` in a name is anything, and `text:WORDS` is what the text must hold as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Call = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Package:
    """What is fetched: by `pip`, `pip-source`, `npm`, `deb` or `deb-source`. `folder` is the part of it that is indexed.

    With `edit` (a file, what stands there, what shall stand there) it is a checkout with that edit since its only commit.
    """

    name: str
    registry: str
    wanted: str
    folder: str = ""
    edit: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the calls that an agent makes for it, facts that must be told, and what would be wrong if told as sure."""

    package: str
    text: str
    calls: list[Call]
    facts: list[str]
    wrong: list[str] = field(default_factory=list)


_COBRA = "golang-github-spf13-cobra-dev"
_COBRA_FOLDER = "usr/share/gocode/src/github.com/spf13/cobra"
PACKAGES = [
    Package("flask", "pip", "flask==3.1.3"),
    Package("django", "pip", "django==5.2.19"),
    Package("starlette", "pip-source", "starlette==0.37.2", "starlette-0.37.2"),
    Package("zod", "npm", "zod@4.6.7", "package/src"),
    Package("fastify", "npm", "fastify@4.26.2", "package"),
    Package("tokio", "deb", "librust-tokio-dev=1.24.2-1", "usr/share/cargo/registry/tokio-1.24.2"),
    Package("cobra", "deb", f"{_COBRA}=1.6.1-1", _COBRA_FOLDER),
    Package("gin", "deb", "golang-github-gin-gonic-gin-dev=1.8.1-1", "usr/share/gocode/src/github.com/gin-gonic/gin"),
    Package("javapoet", "deb-source", "javapoet=1.13.0-1", "javapoet-javapoet-1.13.0"),
    Package("edited", "deb", f"{_COBRA}=1.6.1-1", _COBRA_FOLDER, ("cobra.go", "if ignoreCase {", "if ignoreCase && s != t {")),
]


def callers(name: str, **more: Any) -> list[Call]:
    """The call of an agent that wants to know who calls a thing."""
    return [("graph", {"query": name, "direction": "in", **more})]


QUESTIONS = [
    # Callers and callees.
    Question(
        "flask",
        "Who calls Flask.dispatch_request?",
        callers("Flask.dispatch_request", edges=["calls"]),
        ["app.py#Flask.full_dispatch_request:917"],
        ["views.py#View.as_view.view*"],
    ),
    Question(
        "flask",
        "What does Flask.dispatch_request call?",
        [("graph", {"query": "Flask.dispatch_request", "direction": "out", "edges": ["calls"]})],
        ["app.py#*.raise_routing_exception", "app.py#Flask.make_default_options_response", "app.py#Flask.ensure_sync:902"],
    ),
    Question(
        "flask",
        "Who calls ensure_sync?",
        callers("Flask.ensure_sync", edges=["calls"]),
        [
            "app.py#Flask.update_template_context:530",
            "app.py#Flask.handle_http_exception:777",
            "app.py#Flask.handle_user_exception:809",
            "app.py#Flask.handle_exception:860",
            "app.py#Flask.dispatch_request:902",
            "app.py#Flask.preprocess_request:1291",
            "app.py#Flask.process_response:1314",
            "app.py#Flask.do_teardown_request:1356",
            "app.py#Flask.do_teardown_appcontext:1382",
            "views.py#View.as_view*:110",
            "views.py#View.as_view*:116",
            "views.py#MethodView.dispatch_request:191",
            "ctx.py#copy_current_request_context*:191",
        ],
    ),
    Question(
        "flask",
        "Who calls finalize_request?",
        callers("finalize_request", edges=["calls"]),
        ["app.py#Flask.handle_exception:862", "app.py#Flask.full_dispatch_request:920"],
    ),
    Question(
        "django",
        "Who calls QuerySet._fetch_all?",
        callers("QuerySet._fetch_all"),
        [
            "query.py#QuerySet.__getstate__:339",
            "query.py#QuerySet.__len__:368",
            "query.py#QuerySet.__iter__:386",
            "query.py#QuerySet.__aiter__*:393",
            "query.py#QuerySet.__bool__:400",
            "query.py#QuerySet.__getitem__:437",
        ],
        ["query.py#RawQuerySet.__len__", "query.py#RawQuerySet.__iter__"],
    ),
    Question(
        "django",
        "Who calls QuerySet.filter?",
        callers("QuerySet.filter", edges=["calls"]),
        [
            "query.py#QuerySet.get:621",
            "query.py#QuerySet.in_bulk:1164",
            "query.py#QuerySet.contains:1323",
            "query.py#QuerySet.bulk_update:924",
            "query.py#QuerySet.dates:1435",
            "query.py#QuerySet.datetimes:1468",
        ],
    ),
    Question(
        "django",
        "Who calls _filter_or_exclude?",
        callers("_filter_or_exclude"),
        ["query.py#QuerySet.filter:1495", "query.py#QuerySet.exclude:1503", "query.py#QuerySet.complex_filter:1540"],
    ),
    Question(
        "django",
        "Who sets cookies with set_cookie?",
        callers("set_cookie"),
        [
            "sessions/middleware.py#SessionMiddleware.process_response:67",
            "storage/cookie.py#CookieStorage._update_cookie:115",
            "csrf.py#CsrfViewMiddleware._set_csrf_cookie:258",
            "i18n.py#set_language:64",
            "response.py#HttpResponseBase.set_signed_cookie:290",
            "response.py#HttpResponseBase.delete_cookie:300",
        ],
    ),
    Question(
        "zod",
        "Who calls finalizeIssue?",
        callers("finalizeIssue", edges=["calls"]),
        [
            "core/parse.ts#_parse*:30",
            "core/parse.ts#_parseAsync*:54",
            "core/parse.ts#failure*:89",
            "schemas.ts#toStandardResult*:339",
            "schemas.ts#handleUnionResults*:2480",
            "schemas.ts#handleExclusiveUnionResults*:2571",
            "schemas.ts#$ZodRecord*:3305",
            "schemas.ts#handleMapResult*:3537",
            "schemas.ts#handleCatchResult*:4358",
        ],
    ),
    Question(
        "zod",
        "Who calls _parse of a v3 schema?",
        callers("ZodType._parse", edges=["calls"]),
        [
            "v3/types.ts#ZodType._parseSync:211",
            "v3/types.ts#ZodType._parseAsync:219",
            "v3/types.ts#ZodType.safeParseAsync:315",
            "v3/types.ts#ZodLazy._parse:3982",
            "v3/types.ts#ZodOptional._parse:4495",
            "v3/types.ts#ZodNullable._parse:4535",
            "v3/types.ts#ZodReadonly._parse:4878",
        ],
    ),
    Question(
        "tokio",
        "What does Runtime::block_on run, and who calls it?",
        [("graph", {"query": "Runtime.block_on", "edges": ["calls"]})],
        [
            "scheduler/current_thread.rs#CurrentThread.block_on:282",
            "multi_thread/mod.rs#MultiThread.block_on:284",
            "task/local.rs#LocalSet.block_on:535",
            "signal/registry.rs#*smoke:185",
        ],
    ),
    Question(
        "tokio",
        "Who calls spawn_inner?",
        callers("spawn_inner"),
        ["task/spawn.rs#spawn*:169", "task/builder.rs#Builder.spawn:91"],
    ),
    # Who calls.
    Question(
        "starlette",
        "Who calls compile_path?",
        callers("compile_path", edges=["calls"]),
        [
            "routing.py#Route.__init__:253",
            "routing.py#WebSocketRoute.__init__:342",
            "routing.py#Mount.__init__:410",
            "routing.py#Host.__init__:506",
        ],
    ),
    Question(
        "cobra",
        "Who calls Command.Find?",
        callers("Command.Find", edges=["calls"]),
        [
            "command.go#Command.ExecuteC:1019",
            "command.go#Command.InitDefaultHelpCmd*:1171",
            "completions.go#Command.initCompleteCmd*:234",
            "completions.go#Command.getCompletions:269",
            "completions_test.go#TestDefaultCompletionCmd:2394",
        ],
    ),
    Question(
        "gin",
        "Who calls handleHTTPRequest?",
        callers("handleHTTPRequest"),
        ["gin.go#Engine.ServeHTTP:572", "gin.go#Engine.HandleContext:583"],
    ),
    Question(
        "fastify",
        "Who runs the onSend hooks with onSendHookRunner?",
        callers("onSendHookRunner"),
        [
            "lib/reply.js#onSendHook:549",
            "lib/reply.js#onErrorHook:831",
            "lib/hooks.js#preSerializationHookRunner|lib/hooks.js:320",
        ],
    ),
    Question(
        "tokio",
        "Who calls Handle::schedule_task?",
        callers("Handle.schedule_task"),
        ["worker.rs#*schedule:750", "worker.rs#*yield_now:754", "multi_thread/handle.rs#Handle.bind_new_task:49"],
    ),
    Question(
        "javapoet",
        "Who calls CodeWriter.emitAnnotations?",
        callers("CodeWriter.emitAnnotations"),
        [
            "CodeWriter.java#CodeWriter.emitTypeVariables*:202",
            "TypeSpec.java#TypeSpec.emit*:196",
            "MethodSpec.java#MethodSpec.emit*:86",
            "ParameterSpec.java#ParameterSpec.emit*:54",
            "FieldSpec.java#FieldSpec.emit*:57",
        ],
        ["ClassName.java#ClassName.emit*:282", "TypeVariableName.java#TypeVariableName.emit*:83"],
    ),
    Question(
        "django",
        "Who uses salted_hmac?",
        callers("salted_hmac", edges=["calls"]),
        [
            "tokens.py#PasswordResetTokenGenerator._make_token_with_timestamp:88",
            "base_user.py#AbstractBaseUser._get_session_auth_hash:147",
            "signing.py#base64_hmac:100",
        ],
    ),
    # What breaks.
    Question(
        "cobra",
        "What breaks if legacyArgs changes?",
        [("impact", {"handle": "legacyArgs", "depth": 3})],
        [
            "command.go#Command.Find:696",
            "command.go#Command.ExecuteC:1019",
            "command.go#Command.Execute:968",
            "completions.go#Command.getCompletions:269",
        ],
    ),
    # From A to B.
    Question(
        "cobra",
        "How does Execute come to ParseFlags?",
        [("path", {"src": "Command.Execute", "dst": "Command.ParseFlags"})],
        [
            "command.go#Command.ExecuteC:968",
            "command.go#Command.execute:1044|command.go#Command.Traverse:1017",
            "command.go#Command.ParseFlags",
        ],
    ),
    Question(
        "starlette",
        "How does a Route come to wrap_app_handling_exceptions?",
        [("path", {"src": "Route", "dst": "wrap_app_handling_exceptions"})],
        ["routing.py#Route.__init__", "routing.py#request_response", "_exception_handler.py#wrap_app_handling_exceptions"],
    ),
    # Where is behaviour Y.
    Question(
        "fastify",
        "Which parser is chosen for the content type of a request body?",
        [("ask", {"query": "which parser is chosen for the content type of a request body", "k": 2, "budget": 700})],
        ["contentTypeParser.js#*getParser"],
    ),
    # Which tests cover.
    Question(
        "starlette",
        "Which tests cover TrustedHostMiddleware?",
        [("impact", {"handle": "TrustedHostMiddleware", "depth": 2})],
        [
            "test_trusted_host.py#test_trusted_host_middleware",
            "test_trusted_host.py#test_default_allowed_hosts",
            "test_trusted_host.py#test_www_redirect",
        ],
    ),
    Question(
        "cobra",
        "Which tests call stripFlags?",
        callers("stripFlags"),
        ["command_test.go#TestStripFlags:644", "command.go#Command.Find:681"],
    ),
    Question(
        "javapoet",
        "Which tests cover NameAllocator.toJavaIdentifier?",
        [("impact", {"handle": "NameAllocator.toJavaIdentifier", "budget": 1000})],
        [
            "NameAllocatorTest.java#NameAllocatorTest.usage*",
            "NameAllocatorTest.java#NameAllocatorTest.nameCollision*",
            "NameAllocatorTest.java#NameAllocatorTest.characterMappingSubstitute*",
            "NameAllocatorTest.java#NameAllocatorTest.javaKeyword*",
            "NameAllocatorTest.java#NameAllocatorTest.tagReuseForbidden*",
            "NameAllocatorTest.java#NameAllocatorTest.cloneUsage*",
            "NameAllocator.java#NameAllocator.newName*:112",
        ],
    ),
    # What implements.
    Question(
        "javapoet",
        "What extends TypeName?",
        callers("TypeName", edges=["inherits"]),
        [
            "ArrayTypeName.java#ArrayTypeName",
            "ClassName.java#ClassName",
            "ParameterizedTypeName.java#ParameterizedTypeName",
            "TypeVariableName.java#TypeVariableName",
            "WildcardTypeName.java#WildcardTypeName",
        ],
    ),
    Question(
        "gin",
        "What implements render.Render?",
        callers("render/render.go#Render", edges=["inherits"]),
        [
            *(f"render/json.go#{name}" for name in ("JSON", "IndentedJSON", "SecureJSON", "JsonpJSON", "AsciiJSON", "PureJSON")),
            *(
                f"render/{name.lower()}.go#{name}"
                for name in ("XML", "Redirect", "Data", "HTML", "YAML", "Reader", "TOML", "MsgPack")
            ),
            "render/protobuf.go#ProtoBuf",
            "render/text.go#String",
        ],
        ["render/html.go#HTMLDebug", "render/html.go#HTMLProduction"],
    ),
    Question(
        "tokio",
        "What implements task::Schedule?",
        callers("runtime/task/mod.rs#Schedule", edges=["inherits"]),
        [
            "blocking/schedule.rs#BlockingSchedule",
            "scheduler/current_thread.rs#Handle",
            "multi_thread/handle.rs#Handle",
            "task/local.rs#Shared",
            "tests/mod.rs#*NoopSchedule",
        ],
    ),
    # Where is a setting read.
    Question(
        "django",
        "Where is SECURE_HSTS_SECONDS read?",
        callers("SECURE_HSTS_SECONDS"),
        [
            "middleware/security.py#SecurityMiddleware.__init__:11",
            "checks/security/base.py#check_sts:169",
            "checks/security/base.py#check_sts_include_subdomains:177",
            "checks/security/base.py#check_sts_preload:187",
        ],
    ),
    Question(
        "gin",
        "Where is the environment variable GIN_MODE read?",
        callers("EnvGinMode"),
        ["gin/mode.go#init:51|:mode.go#init:51", "mode_test.go#init:17"],
    ),
    # What does a module need.
    Question(
        "fastify",
        "What does lib/route.js require?",
        [("graph", {"query": "fastify:lib/route.js", "direction": "out", "edges": ["imports"]})],
        [
            "find-my-way",
            *(f"lib/{name}.js" for name in ("context", "handleRequest", "hooks", "httpMethods", "schemas", "headRoute")),
            *(f"lib/{name}.js" for name in ("warnings", "validation", "errors", "symbols", "error-handler", "logger")),
            "lib/reqIdGenFactory.js",
        ],
    ),
    Question(
        "zod",
        "Which modules need core/doc.ts?",
        callers("v4/core/doc.ts", edges=["imports"]),
        ["core/index.ts:13", "core/compile.ts:4", "core/schemas.ts:5"],
    ),
    # Where is a message raised.
    Question(
        "starlette",
        "Where is NoMatchFound raised?",
        callers("NoMatchFound", edges=["calls"]),
        [
            "routing.py#Route.url_path_for:278",
            "routing.py#WebSocketRoute.url_path_for:364",
            "routing.py#Mount.url_path_for:482",
            "routing.py#Host.url_path_for:552",
            "routing.py#Router.url_path_for:701",
        ],
    ),
    # Which routes.
    Question(
        "gin",
        "Which methods of a router group register routes with handle?",
        callers("RouterGroup.handle", edges=["calls"]),
        [
            "routergroup.go#RouterGroup.Handle:106",
            "routergroup.go#RouterGroup.POST:111",
            "routergroup.go#RouterGroup.GET:116",
            "routergroup.go#RouterGroup.DELETE:121",
            "routergroup.go#RouterGroup.PATCH:126",
            "routergroup.go#RouterGroup.PUT:131",
            "routergroup.go#RouterGroup.OPTIONS:136",
            "routergroup.go#RouterGroup.HEAD:141",
            "routergroup.go#RouterGroup.Any:148",
        ],
    ),
    # What a diff reaches.
    Question(
        "edited",
        "What does the uncommitted change reach?",
        [("impact", {"diff": "HEAD", "depth": 3})],
        [
            "cobra.go#ld",
            "command.go#Command.SuggestionsFor:785",
            "command.go#Command.findSuggestions:709",
            "args.go#legacyArgs:36",
            "args.go#OnlyValidArgs:61",
        ],
    ),
]
