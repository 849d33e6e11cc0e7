// check: definition call use import
function Foo() {}
// ^ function Foo
Object.assign(Foo.prototype, { run() { return this.walk(); }, walk() {} });
// ^ method Foo.run; method Foo.walk; call Foo.walk -> Foo.run; use Foo -> module
Object.assign(Foo, { make() { return new Foo(); } });
// ^ method Foo.make; call Foo -> Foo.make; use Foo -> module
Foo.prototype = { fly() { this.run(); } };
// ^ method Foo.fly; call Foo.run -> Foo.fly; use Foo -> module
class Bar {}
// ^ class Bar
_.extend(Bar.prototype, { go: function () { return helper(this); } });
// ^ method Bar.go; call helper -> Bar.go; use Bar -> module
Object.assign(settings, { size() { return 1; } });
function helper(bar) {}
// ^ function helper
module.exports = { Foo, Bar };
// ^ use Foo -> module; use Bar -> module
