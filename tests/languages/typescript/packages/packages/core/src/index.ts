export function core() {}
//^ function core
