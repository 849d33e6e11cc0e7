export function own() {}
// ^ function own
