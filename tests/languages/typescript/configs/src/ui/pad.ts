export const pad = (n: number) => String(n);
//^ function pad
