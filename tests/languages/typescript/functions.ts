export function declared(n: number): number {
//^ function declared
  return n;
}

export const arrow = (n: number) => declared(n);
//^ function arrow
//^ call declared -> arrow

export const expression = function (n: number) {
//^ function expression
  return arrow(n);
  //^ call arrow -> expression
};

export const named = function inner(n: number) {
//^ function named
  return expression(n);
  //^ call expression -> named
};

export async function* generated() {
//^ function generated
  yield named(1);
  //^ call named -> generated
}

export default () => declared(0);
//^ function default
//^ call declared -> default

export const LIMIT = declared(3);
//^ constant LIMIT
//^ call declared -> LIMIT

export const tools = {
//^ constant tools
  upper(s: string) {
  //^ method tools.upper
    return s.toUpperCase();
  },
  lower: (s: string) => tools.upper(s),
  //^ method tools.lower
  //^ call tools.upper -> tools.lower
  deep: {
  //^ field tools.deep
    most() {
    //^ method tools.deep.most
      return tools.lower("x");
      //^ call tools.lower -> tools.deep.most
    },
  },
};

tools.deep.most();
//^ call tools.deep.most -> module

export function outer() {
//^ function outer
  const local = () => arrow(1);
  //^ function outer.local
  //^ call arrow -> outer.local
  function nested() {
  //^ function outer.nested
    return local();
    //^ call outer.local -> outer.nested
  }
  const value = nested();
  //^ call outer.nested -> outer
  return { start: () => nested(), value };
  //^ method outer.start
  //^ call outer.nested -> outer.start
}

outer().start();
//^ call outer -> module; call outer.start -> module
