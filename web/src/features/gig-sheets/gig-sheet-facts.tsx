// The content of a gig sheet, for members and for readers of its link. Parts without content are left out.

import type { SharedGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { formatPounds } from '@gaffer/domain/shared/pounds'
import { clsx } from 'clsx'
import {
  CarFront,
  Guitar,
  Mail,
  MapPin,
  Phone,
  PoundSterling,
  Sandwich,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { mapsLinkOf, platformOf, phoneLinkOf } from '#lib/device-links.ts'
import { buttonClassNameFor } from '#ui/button.tsx'
import { GigRunningTimes } from './gig-running-times.tsx'

type Props = {
  sheet: SharedGigSheet
  nextTime?: number | null
  /** `large` is the size on the page of a shared link. */
  size?: 'normal' | 'large'
}

export function GigSheetFacts({ sheet, nextTime = null, size = 'normal' }: Props) {
  const { address, times, gettingThere, gear, hospitality } = sheet
  return (
    <div className="grid grid-cols-1 gap-5">
      {times.length > 0 && <GigRunningTimes times={times} next={nextTime} size={size} />}
      <dl className="grid grid-cols-1 gap-4">
        {address && (
          <FactPart Icon={MapPin} term="Address">
            <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
              <span className="min-w-0 flex-1 basis-40 whitespace-pre-line">{address}</span>
              <a
                href={mapsLinkOf(address, platformOf(navigator))}
                target="_blank"
                rel="noopener noreferrer"
                className={clsx(buttonClassNameFor({ variant: 'secondary', size: 'sm' }), 'print:hidden')}
              >
                Open in Maps
              </a>
            </span>
          </FactPart>
        )}
        <Contact sheet={sheet} />
        {gettingThere && (
          <FactPart Icon={CarFront} term="Getting there">
            <MultilineText>{gettingThere}</MultilineText>
          </FactPart>
        )}
        {gear && (
          <FactPart Icon={Guitar} term="Gear">
            <MultilineText>{gear}</MultilineText>
          </FactPart>
        )}
        {hospitality && (
          <FactPart Icon={Sandwich} term="Hospitality">
            <MultilineText>{hospitality}</MultilineText>
          </FactPart>
        )}
        <Fee sheet={sheet} />
      </dl>
    </div>
  )
}

function Contact({ sheet: { contactName, contactPhone, contactEmail } }: Pick<Props, 'sheet'>) {
  if (!contactName && !contactPhone && !contactEmail) return null
  return (
    <FactPart Icon={UserRound} term="Contact">
      {contactName && <span className="block">{contactName}</span>}
      <span className="mt-1.5 flex flex-wrap gap-2 empty:hidden print:block">
        {contactPhone && <ContactLink href={phoneLinkOf(contactPhone)} Icon={Phone} text={contactPhone} />}
        {contactEmail && <ContactLink href={`mailto:${contactEmail}`} Icon={Mail} text={contactEmail} />}
      </span>
    </FactPart>
  )
}

const printClassName =
  'print:block print:min-h-0 print:border-0 print:p-0 print:text-left print:text-base print:font-normal'

function ContactLink({ href, Icon, text }: { href: string; Icon: LucideIcon; text: string }) {
  return (
    <a
      href={href}
      className={clsx(buttonClassNameFor({ variant: 'secondary', size: 'sm' }), 'min-w-0', printClassName)}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 print:hidden" />
      <span className="min-w-0 break-all">{text}</span>
    </a>
  )
}

function Fee({ sheet: { feePence, feeNote, feePaid } }: Pick<Props, 'sheet'>) {
  if (feePence === null && !feeNote && !feePaid) return null
  return (
    <FactPart Icon={PoundSterling} term="Fee">
      <span className="flex flex-wrap items-baseline gap-x-2">
        {feePence !== null && <span className="font-semibold tabular-nums">{formatPounds(feePence)}</span>}
        <span className={feePaid ? 'text-success' : 'text-muted'}>{feePaid ? 'Paid' : 'Not paid yet'}</span>
      </span>
      {feeNote && <span className="block text-muted">{feeNote}</span>}
    </FactPart>
  )
}

function MultilineText({ children }: { children: ReactNode }) {
  return <span className="block whitespace-pre-line">{children}</span>
}

function FactPart({ Icon, term, children }: { Icon: LucideIcon; term: string; children: ReactNode }) {
  return (
    <div className="print:break-inside-avoid">
      <dt className="flex items-center gap-3 text-sm font-semibold text-muted">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-faint" />
        {term}
      </dt>
      <dd className="pl-8 break-words">{children}</dd>
    </div>
  )
}
