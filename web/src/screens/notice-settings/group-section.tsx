// The choice of ways (push, email, text) for each group of notices, and the reminders.

import {
  noticeGroupLabels,
  noticeGroups,
  type NoticeGroup,
  type NoticeDeliveryWay,
} from '@gaffer/domain/notices/notice'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { Check, Mail, MessageSquareText, Smartphone, type LucideIcon } from 'lucide-react'
import { clsx } from 'clsx'
import { useId } from 'react'
import { useChangeNoticeSettings, type NoticeSettings } from '#features/notices/notice-settings.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/switch.tsx'
import { forcedColorsSelectedClassName } from '#ui/tabs.tsx'
import { useSavingGate } from '#ui/use-saving-gate.ts'

const groupTexts: Record<NoticeGroup, string> = {
  asked: 'Can you make it? Also when your answer is still missing.',
  changes: 'An event is added, moved, confirmed or cancelled, or someone can’t play after all.',
  reminders: 'What is on, before it starts.',
  news: 'Members, new songs, your access, your own calendars.',
}

const wayLooks: Record<NoticeDeliveryWay, { label: string; Icon: LucideIcon }> = {
  push: { label: 'Push', Icon: Smartphone },
  email: { label: 'Email', Icon: Mail },
  sms: { label: 'Text', Icon: MessageSquareText },
}

/** Members get texts only about moved and cancelled events, which belong to the group `changes`. */
const waysOfGroup = (group: NoticeGroup): NoticeDeliveryWay[] =>
  group === 'changes' ? ['push', 'email', 'sms'] : ['push', 'email']

type NoticeGroupsProps = { settings: NoticeSettings; hasPushDevice: boolean }

export function NoticeGroupsSection({ settings, hasPushDevice }: NoticeGroupsProps) {
  const id = useId()
  const { send: change } = useChangeNoticeSettings(settings)
  const { groups, reminders } = settings
  const canReach: Record<NoticeDeliveryWay, boolean> = {
    push: hasPushDevice,
    email: settings.emailVerified && settings.emailProblem === null,
    sms: true,
  }
  const setWay = (group: NoticeGroup, way: NoticeDeliveryWay, isOn: boolean) =>
    change({ groups: { ...groups, [group]: { ...groups[group], [way]: isOn } } })

  return (
    <Card as="section" aria-labelledby={id} className="px-5 pt-5">
      <h2 id={id} className="text-lg font-bold">
        What reaches you
      </h2>
      <div className="mt-1 divide-y divide-hairline">
        {noticeGroups.map((group) => (
          <fieldset key={group} className="grid grid-cols-1 gap-2 py-4">
            <legend className="contents">
              <span className="font-semibold">{noticeGroupLabels[group]}</span>
            </legend>
            <p className="text-sm text-muted">{groupTexts[group]}</p>
            <div className="mt-1 flex flex-wrap gap-2">
              {waysOfGroup(group).map((way) =>
                way === 'sms' || canReach[way] ? (
                  <WayChip
                    key={way}
                    way={way}
                    isOn={groups[group][way]}
                    onChange={(isOn) => void setWay(group, way, isOn)}
                  />
                ) : (
                  <TurnOnChip key={way} way={way} />
                ),
              )}
            </div>
            {group === 'changes' && <p className="text-sm text-muted">{noticeMessages.textsExplained}</p>}
            {group === 'reminders' && (
              <div className="mt-1">
                <Switch
                  label="The evening before, at 6 PM"
                  isOn={reminders.eveningBefore}
                  onChange={(eveningBefore) => void change({ reminders: { ...reminders, eveningBefore } })}
                  saves
                />
                <Switch
                  label="On the morning of a gig, at 9 AM"
                  isOn={reminders.gigMorning}
                  onChange={(gigMorning) => void change({ reminders: { ...reminders, gigMorning } })}
                  saves
                />
              </div>
            )}
          </fieldset>
        ))}
      </div>
    </Card>
  )
}

/** Takes the place of the checkbox while the way cannot reach the member. Scrolls to the section where the way is turned on. */
function TurnOnChip({ way }: { way: keyof typeof waySectionIds }) {
  const { label, Icon } = wayLooks[way]
  function goToSection() {
    const section = document.getElementById(waySectionIds[way])
    section?.scrollIntoView({ block: 'center' })
    const control = section?.querySelector<HTMLElement>('input, button') ?? section
    control?.focus({ preventScroll: true })
  }
  return (
    <Button variant="secondary" size="sm" onClick={goToSection}>
      <Icon aria-hidden="true" className="size-5" />
      Turn on {label.toLowerCase()}
    </Button>
  )
}

type WayChipProps = { way: NoticeDeliveryWay; isOn: boolean; onChange: (isOn: boolean) => void }

/** A checkbox, drawn as a chip. */
function WayChip({ way, isOn, onChange }: WayChipProps) {
  const { isOff, gateProps, attempt } = useSavingGate()
  const { label, Icon } = wayLooks[way]
  return (
    <label
      className={clsx(
        'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border px-4 text-sm font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isOn
          ? `border-text bg-text text-bg ${forcedColorsSelectedClassName}`
          : 'border-control text-muted hover:bg-lit hover:text-text',
        isOff && 'opacity-60',
      )}
    >
      <input
        type="checkbox"
        checked={isOn}
        {...gateProps}
        onChange={(event) => attempt(() => onChange(event.target.checked))}
        className="sr-only"
      />
      {isOn ? <Check aria-hidden="true" className="size-5" /> : <Icon aria-hidden="true" className="size-5" />}
      {label}
    </label>
  )
}

/** Element ids of the sections where a way is turned on. */
export const waySectionIds = { push: 'notices-by-push', email: 'notices-by-email' } as const
