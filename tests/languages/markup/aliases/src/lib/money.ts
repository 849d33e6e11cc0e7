export function add() {}
// ^ function add
