export function Field(): void {}
// ^ function Field
