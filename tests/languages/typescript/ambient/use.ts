import { routes } from "virtual:routes";

export function run(window: Window2) {
//^ function run
  track("x");
  //^ call globals.d.ts#track -> run
  routes();
  //^ call globals.d.ts#virtual:routes.routes -> run
  window.open();
  //^ call globals.d.ts#Window2.open -> run
}
