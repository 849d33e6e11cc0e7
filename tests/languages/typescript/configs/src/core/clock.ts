export function now() {
//^ function now
  return 1;
}
