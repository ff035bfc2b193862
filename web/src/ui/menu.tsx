// A Radix dropdown menu. Its chunk is loaded when its button is hovered, focused or pressed, so that no page waits for it.

import { clsx } from 'clsx'
import { cloneElement, use, useId, useState, type ComponentType, type ReactNode } from 'react'
import { importAgain } from './import-again.ts'
import { MenuPartsContext, type MenuProps } from './menu-parts.ts'
import { showFailureToast } from './toast-store.ts'

const loadMenuPanel = () => importAgain(() => import('./menu-panel.tsx'))
const prefetchMenuPanel = () => void loadMenuPanel().catch(() => undefined)
const showMenuFailure = () =>
  showFailureToast({ title: 'The menu could not be opened', text: 'Please try again in a moment' })

export function Menu(props: MenuProps) {
  const [Panel, setPanel] = useState<ComponentType<MenuProps> | null>(null)
  // If the chunk cannot be loaded, the page stays, and a toast shows the failure.
  const open = () => void loadMenuPanel().then(({ MenuPanel }) => setPanel(() => MenuPanel), showMenuFailure)
  const closedTrigger = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prefetchMenuPanel,
    onFocus: prefetchMenuPanel,
    onClick: open,
    onKeyDown: ({ key }) => key === 'ArrowDown' && open(),
  })
  return Panel ? <Panel {...props} /> : closedTrigger
}

type ItemProps = {
  onSelect: () => void
  icon?: ReactNode
  children: ReactNode
  isCurrent?: boolean
  /** A description in small type under the label of the item. */
  hint?: string
}

export function MenuItem({ onSelect, icon, children, isCurrent, hint }: ItemProps) {
  const { Item } = use(MenuPartsContext)
  const hintId = useId()
  const item = (
    <Item
      {...(hint && { 'aria-describedby': hintId })}
      onSelect={onSelect}
      aria-current={isCurrent || undefined}
      className="flex min-h-12 items-center gap-3 rounded-control px-3 py-2 text-base outline-none select-none data-highlighted:bg-text data-highlighted:text-bg"
    >
      {icon}
      <span className="min-w-0 flex-1 break-words">{children}</span>
    </Item>
  )
  if (!hint) return item
  return (
    <>
      {item}
      <p id={hintId} className={clsx('-mt-1 pr-3 pb-2 text-xs text-muted', icon ? 'pl-11' : 'pl-3')}>
        {hint}
      </p>
    </>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const { Group, Label } = use(MenuPartsContext)
  return (
    <Group>
      <Label className="px-3 pt-2 pb-1 text-xs font-semibold text-faint">{label}</Label>
      {children}
    </Group>
  )
}

export function MenuSeparator() {
  const { Separator } = use(MenuPartsContext)
  return <Separator className="my-1.5 h-px bg-hairline" />
}
