const std = @import("std");
//^ constant std
pub const Point = struct {
//^ struct Point
    x: u32,
    //^ field Point.x
    pub fn add(self: Point) u32 { return self.x; }
    //^ method Point.add
};
const Kind = enum { a, b };
//^ enum Kind
pub fn main() void {}
//^ function main
test "works" {}
//^ function works
