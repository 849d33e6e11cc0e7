// check: call, use, external
import { useState, type FC } from "react";
import { log } from "./log";

const LIMIT = 3;
const table = { limit: LIMIT, log };
//^ use LIMIT -> table
class Model {
  count = LIMIT;
  //^ use LIMIT -> Model.count
  get size() {
    return this.count;
    //^ use Model.count -> Model.size
  }
  change(by = LIMIT) {
  //^ use LIMIT -> Model.change
    this.count = by;
    //^ use Model.count -> Model.change
    return this.size + table.limit;
    //^ use Model.size -> Model.change; use table -> Model.change
  }
}
function decorate(target: typeof Model) {}
//^ use Model -> decorate
@decorate
class Marked {
//^ use decorate -> Marked
  @decorate
  field: Model;
  //^ use Model -> Marked.field; use decorate -> Marked.field
}
function callbacks(model: Model, later: () => void) {
//^ use Model -> callbacks
  [1].forEach(log);
  setTimeout(later, LIMIT);
  //^ use LIMIT -> callbacks
  useState(log);
  //^ call external:javascript/react#useState -> callbacks
  const { count } = model;
  //^ use Model.count -> callbacks
  return `${LIMIT}` + count;
  //^ use LIMIT -> callbacks
}
export const View: FC = () => callbacks(new Model(), log);
//^ call Model -> View; call callbacks -> View; use external:javascript/react#FC -> View
