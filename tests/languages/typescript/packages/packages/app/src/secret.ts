export const secret = () => 1;
//^ function secret
