export function one() {}
//^ function one
