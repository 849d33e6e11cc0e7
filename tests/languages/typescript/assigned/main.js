// check: definition call use import
const a = require("./a"), c = require("./c"), g = require("./g");
// ^ import a.js; import c.js; import g.js
const { four, seven } = require("./a");
// ^ import a.js; use b.js#four -> module; use b.js#seven -> module
const { Foo, Bar } = require("./f");
// ^ import f.js; use f.js#Foo -> module; use f.js#Bar -> module
function main() {
// ^ function main
  a.one();
// ^ call a.js#one -> main
  a.deux();
// ^ call a.js#two -> main
  a.three();
// ^ call a.js#three -> main
  a.eight();
// ^ call b.js#eight -> main
  four(); seven();
// ^ call b.js#four -> main; call b.js#seven -> main
  c.nine(); c.deux();
// ^ call c.js#nine -> main; call a.js#two -> main
  g.four(); g.seven();
// ^ call b.js#four -> main; call b.js#seven -> main
  const foo = new Foo();
// ^ call f.js#Foo -> main
  foo.run();
// ^ call f.js#Foo.run -> main
  foo.fly();
// ^ call f.js#Foo.fly -> main
  Foo.make().walk();
// ^ call f.js#Foo.make -> main; call f.js#Foo.walk -> main; use f.js#Foo -> main
  new Bar().go();
// ^ call f.js#Bar -> main; call f.js#Bar.go -> main
}
