-module(shop).
-define(LIMIT, 3).
%^ macro LIMIT
-record(user, {name}).
%^ struct user
-type t() :: integer().
%^ type t
put(0) -> 1;
%^ function put
put(X) -> X.
