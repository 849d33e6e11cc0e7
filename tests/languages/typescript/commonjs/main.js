const send = require("./send");
//^ import send.js
const { add, free: gratis } = require("./price");
//^ import price.js
const round = require("./price").round;
//^ import price.js
const fs = require("fs");

function Account(name) {
//^ function Account
  this.name = name;
}
Account.prototype.pay = function (n) {
//^ method Account.pay
  return add(n);
  //^ call price.js#add -> Account.pay
};
Account.open = function () {
//^ method Account.open
  return gratis();
  //^ call price.js#free -> Account.open
};

send(round(1));
//^ call price.js#nearest -> module; call send.js#send -> module
require("./price").add(2);
//^ call price.js#add -> module; import price.js
fs.readFileSync("x");
Account.open();
//^ call Account.open -> module
new Account("x").pay(2);
//^ call Account -> module; call Account.pay -> module
Account.prototype.twice = function (n) {
//^ method Account.twice
  return this.pay(n) + this.pay(n);
  //^ call Account.pay -> Account.twice
};
