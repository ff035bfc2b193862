// Keys and ARIA attributes of an editable combobox with a list (WAI-ARIA APG): the input keeps the focus, arrow keys move the
// active option, Enter chooses it.

import { useEffect, useId, useState, type ComponentProps, type KeyboardEvent } from 'react'

type ComboboxOptions<Item> = {
  /** An empty list closes the combobox. */
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** The accessible name of the list. */
  listLabel: string
  onChoose: (item: Item) => void
  /** Called on Escape while the list is open. Without `onDismiss`, the combobox does not handle Escape. */
  onDismiss?: () => void
  /** Enter chooses the first option until the arrow keys move to another one. */
  isFirstActive?: boolean
}

export function useCombobox<Item>({
  items,
  keyOf,
  listLabel,
  onChoose,
  onDismiss,
  isFirstActive = false,
}: ComboboxOptions<Item>) {
  const id = useId()
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const activeIndex = Math.max(
    items.findIndex((item) => keyOf(item) === activeKey),
    isFirstActive ? 0 : -1,
  )
  const isOpen = items.length > 0
  const optionId = (key: string) => `${id}-${key}`
  const active = items[activeIndex]
  if (!isOpen && activeKey !== null) setActiveKey(null)

  useEffect(() => {
    if (activeKey !== null) document.getElementById(`${id}-${activeKey}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeKey])

  function moveTo(item: Item | undefined) {
    setActiveKey(item === undefined ? null : keyOf(item))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') moveTo(items[(activeIndex + 1) % items.length])
    else if (event.key === 'ArrowUp') moveTo(items.at(Math.max(activeIndex, 0) - 1))
    else if (event.key === 'Enter' && active !== undefined) onChoose(active)
    else if (event.key === 'Escape' && onDismiss) onDismiss()
    else return
    event.preventDefault()
  }

  return {
    isOpen,
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': active === undefined ? undefined : optionId(keyOf(active)),
      onKeyDown,
    } satisfies ComponentProps<'input'>,
    listProps: { role: 'listbox', id: `${id}-list`, 'aria-label': listLabel } as const,
    optionProps: (item: Item) => {
      const key = keyOf(item)
      return {
        role: 'option',
        id: optionId(key),
        'aria-selected': active !== undefined && key === keyOf(active),
      } as const
    },
  }
}
