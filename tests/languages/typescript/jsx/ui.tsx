export class Press {
//^ class Press
  stop() {}
  //^ method Press.stop
}
export function Button(props: { onPress: (event: Press) => void; render: unknown }) {
//^ function Button
  return null;
}
