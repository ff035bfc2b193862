import { clsx } from 'clsx'
import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { useId, useState, type ReactNode, type Ref } from 'react'
import { Field, inputClassNameFor, type FieldProps } from './field.tsx'
import { useCloseOnBack } from './use-close-on-back.ts'

export type SelectOption<Value extends string> = { value: Value; label: string; icon?: ReactNode }

/** The class of the buttons that scroll the list. The list has no scroll bar, so the buttons show that it continues. */
const scrollButtonClassName = 'grid h-8 place-content-center text-muted'

type Props<Value extends string> = FieldProps & {
  options: readonly SelectOption<Value>[]
  value: Value | ''
  onChange: (value: Value) => void
  placeholder?: string
  name?: string
  triggerRef?: Ref<HTMLButtonElement>
  isLocked?: boolean
}

export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder,
  name,
  triggerRef,
  isLocked = false,
  ...field
}: Props<Value>) {
  const id = useId()
  // The list is mounted in the dialog or the main element around the field: behind a dialog the rest of the page is hidden from
  // assistive technology, and outside of main the list would be in no landmark.
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  function changeOpen(isOpening: boolean) {
    setContainer(document.getElementById(id)?.closest<HTMLElement>('[role=dialog], main') ?? null)
    setOpen(isOpening)
  }
  useCloseOnBack(isOpen, () => setOpen(false), false)
  return (
    <Field {...field} id={id}>
      {(control) => (
        <Primitive.Root
          value={value}
          onValueChange={(next) => onChange(next as Value)}
          open={isOpen}
          onOpenChange={changeOpen}
          disabled={isLocked}
          {...(name && { name })}
        >
          <Primitive.Trigger
            {...control}
            ref={triggerRef}
            className={clsx(
              inputClassNameFor(),
              'flex h-12 items-center justify-between gap-2 text-left data-placeholder:text-faint',
            )}
          >
            <span className="flex min-w-0 items-center gap-2 truncate [&>span]:min-w-0">
              <Primitive.Value placeholder={placeholder} />
            </span>
            <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-muted" />
          </Primitive.Trigger>
          <Primitive.Portal container={container}>
            <Primitive.Content
              position="popper"
              sideOffset={6}
              className="z-50 max-h-(--radix-select-content-available-height) max-w-(--radix-select-content-available-width) min-w-(--radix-select-trigger-width) overflow-hidden rounded-card border border-hairline bg-raised text-text shadow-2xl data-[state=open]:animate-settle"
            >
              <Primitive.ScrollUpButton className={scrollButtonClassName}>
                <ChevronUp aria-hidden="true" className="size-5" />
              </Primitive.ScrollUpButton>
              <Primitive.Viewport className="p-1.5">
                {options.map((option) => (
                  <Primitive.Item
                    key={option.value}
                    value={option.value}
                    className="relative flex min-h-12 items-center gap-2 rounded-control py-2 pr-10 pl-3 text-base outline-none select-none data-highlighted:bg-text data-highlighted:text-bg"
                  >
                    <Primitive.ItemText>
                      <span className="flex items-center gap-2">
                        {option.icon}
                        <span className="in-[button]:truncate">{option.label}</span>
                      </span>
                    </Primitive.ItemText>
                    <Primitive.ItemIndicator className="absolute right-3">
                      <Check aria-hidden="true" className="size-5" />
                    </Primitive.ItemIndicator>
                  </Primitive.Item>
                ))}
              </Primitive.Viewport>
              <Primitive.ScrollDownButton className={scrollButtonClassName}>
                <ChevronDown aria-hidden="true" className="size-5" />
              </Primitive.ScrollDownButton>
            </Primitive.Content>
          </Primitive.Portal>
        </Primitive.Root>
      )}
    </Field>
  )
}
