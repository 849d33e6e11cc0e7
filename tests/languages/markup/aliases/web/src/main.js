import { own } from "~/own";
// ^ import web/src/own.js
own();
// ^ call web/src/own.js#own -> module
