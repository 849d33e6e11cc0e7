declare function track(name: string): void;
//^ function track
declare module "virtual:routes" {
//^ namespace virtual:routes
  export function routes(): string[];
  //^ function virtual:routes.routes
}
interface Window2 {
//^ interface Window2
  open(): void;
  //^ method Window2.open
}
