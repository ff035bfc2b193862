// Turns push messages of this device on and off.

import { type PushState } from '#features/messages/push.ts'
import { BellOff, BellRing, Share, Smartphone, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useMeOrThrow } from '#lib/me.ts'
import { usePushState, useTurnOffPush, useTurnOnPush } from '#features/notices/push-state.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { waySectionIds } from './group-section.tsx'

const looksByState: Record<PushState, { Icon: LucideIcon; title: string; text: string }> = {
  on: { Icon: BellRing, title: 'This device gets push messages', text: 'They show even while Gaffer is closed.' },
  off: {
    Icon: BellOff,
    title: 'This device gets no push messages',
    text: 'Turn them on, and a moved gig or a question reaches you while Gaffer is closed. You can answer right there.',
  },
  denied: {
    Icon: BellOff,
    title: 'Your browser blocks notifications from Gaffer',
    text: 'Allow them in the settings of this site in your browser, then come back. Gaffer can’t ask again.',
  },
  'home-screen': {
    Icon: Share,
    title: 'Add Gaffer to your home screen first',
    text: 'Tap Share, then “Add to Home Screen”. Open Gaffer from there and turn push messages on in this place.',
  },
  unsupported: {
    Icon: BellOff,
    title: 'This browser has no push messages',
    text: 'The bell and your emails work here. For push messages, open Gaffer on your phone.',
  },
}

export function PushSection() {
  const { user } = useMeOrThrow()
  const id = useId()
  const state = usePushState(user.id)
  const turningOn = useTurnOnPush(user.id)
  const turningOff = useTurnOffPush(user.id)

  const look = state && looksByState[state]
  return (
    <Card as="section" id={waySectionIds.push} aria-labelledby={id} tabIndex={-1}>
      <h2 id={id} className="text-lg font-bold">
        This device
      </h2>
      {look && (
        <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3">
          <look.Icon
            aria-hidden="true"
            className={`mt-0.5 size-6 shrink-0 ${state === 'on' ? 'text-success' : 'text-faint'}`}
          />
          <output className="min-w-0 flex-1 basis-40">
            <span className="block font-semibold">{look.title}</span>
            <span className="block text-sm text-muted">{look.text}</span>
          </output>
          {state === 'on' && (
            <Button
              variant="secondary"
              saves
              isBusy={turningOff.isPending}
              onClick={() => turningOff.mutate()}
              className="max-sm:w-full"
            >
              Turn off
            </Button>
          )}
          {state === 'off' && (
            <Button saves isBusy={turningOn.isPending} onClick={() => turningOn.mutate()} className="max-sm:w-full">
              Turn on
            </Button>
          )}
        </div>
      )}
      <p className="mt-3 flex items-start gap-2 text-sm text-muted">
        <Smartphone aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        Each phone and computer is turned on by itself. Signing out turns it off.
      </p>
    </Card>
  )
}
