import { forwardRef, memo, useCallback } from "react";
import * as Ui from "./ui";
//^ import ui.tsx

export const Chip = forwardRef<HTMLSpanElement, { label: string }>((props, ref) => <span ref={ref}>{format(props.label)}</span>);
//^ function Chip
//^ call format -> Chip

export const Badge = memo(function Badge({ n }: { n: number }) {
//^ function Badge
  return <b>{n}</b>;
});

function format(text: string) {
//^ function format
  return text;
}

export default function Panel({ items }: { items: string[] }) {
//^ function Panel
  const pick = useCallback((s: string) => format(s), []);
  //^ function Panel.pick
  //^ call format -> Panel.pick
  return (
    <div onClick={() => pick("x")}>
    //^ call Panel.pick -> Panel
      {items.map((item) => <Chip key={item} label={item} />)}
      //^ call Chip -> Panel
      <Badge n={1} />
      //^ call Badge -> Panel
      <Ui.Button onPress={(event) => event.stop()} render={format}>
      //^ call ui.tsx#Button -> Panel; call ui.tsx#Press.stop -> Panel
        text
      </Ui.Button>
    </div>
  );
}
