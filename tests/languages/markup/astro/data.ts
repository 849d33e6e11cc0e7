export interface Post { title: string }
// ^ interface Post
// ^ field Post.title
export function posts(): Post[] { return []; }
// ^ function posts
export function track(): void {}
// ^ function track
