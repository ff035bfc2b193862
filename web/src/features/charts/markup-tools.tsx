import { clsx } from 'clsx'
import { Eraser, Highlighter, PenLine, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { forcedColorsSelectedClassName } from '#ui/tabs.tsx'
import type { MarkupTool } from './markup-layer.tsx'

const pens = [
  { name: 'Red', color: '#d00000' },
  { name: 'Blue', color: '#0047d0' },
  { name: 'Black', color: '#000000' },
]
const highlighterColor = '#ffd400'

export const initialTool: MarkupTool = { kind: 'pen', color: '#d00000' }

type Props = {
  tool: MarkupTool
  onTool: (tool: MarkupTool) => void
  onUndo: (() => void) | null
  isShared: boolean
  onShared: (isShared: boolean) => void
  onDone: () => void
}

/** The toolbar for drawing, at the bottom of the chart. */
export function MarkupTools({ tool, onTool, onUndo, isShared, onShared, onDone }: Props) {
  return (
    <fieldset aria-label="Draw" className="flex flex-wrap items-center justify-center gap-1">
      {pens.map(({ name, color }) => (
        <ToolButton
          key={name}
          label={`${name} pen`}
          isChosen={tool.kind === 'pen' && tool.color === color}
          onClick={() => onTool({ kind: 'pen', color })}
        >
          <PenLine aria-hidden="true" className="size-5" />
          <span
            aria-hidden="true"
            className="h-1 w-5 rounded-full border border-control forced-color-adjust-none"
            style={{ background: color }}
          />
        </ToolButton>
      ))}
      <ToolButton
        label="Highlighter"
        isChosen={tool.kind === 'highlighter'}
        onClick={() => onTool({ kind: 'highlighter', color: highlighterColor })}
      >
        <Highlighter aria-hidden="true" className="size-5" />
        <span
          aria-hidden="true"
          className="h-1 w-5 rounded-full border border-control forced-color-adjust-none"
          style={{ background: highlighterColor }}
        />
      </ToolButton>
      <ToolButton label="Eraser" isChosen={tool.kind === 'eraser'} onClick={() => onTool({ kind: 'eraser' })}>
        <Eraser aria-hidden="true" className="size-5" />
      </ToolButton>
      <IconButton
        label="Undo"
        icon={<Undo2 aria-hidden="true" className="size-5" />}
        disabled={!onUndo}
        onClick={() => onUndo?.()}
      />
      <Switch label="Show to the band" isOn={isShared} onChange={onShared} />
      <Button size="sm" onClick={onDone}>
        Done
      </Button>
    </fieldset>
  )
}

type ToolProps = { label: string; isChosen: boolean; onClick: () => void; children: ReactNode }

function ToolButton({ label, isChosen, onClick, children }: ToolProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={isChosen}
      onClick={onClick}
      icon={<span className="grid justify-items-center gap-1">{children}</span>}
      className={clsx(isChosen && `bg-lit text-text ring-2 ring-accent ${forcedColorsSelectedClassName}`)}
    />
  )
}
