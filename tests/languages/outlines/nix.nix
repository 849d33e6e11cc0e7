{ pkgs }:
let
  size = 3;
  #^ constant size
  put = x: x;
  #^ constant put
in {
  name = "x";
  #^ constant name
  build = { a = 1; };
  #^ constant build
}
