export const start = () => undefined;
//^ function start
