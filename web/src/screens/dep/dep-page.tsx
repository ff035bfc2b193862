// The page of the link in a dep's texts. It needs no account.

import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode, Suspense } from 'react'
import type { DepAnswer, DepLinkContent, DepLinkState } from '@gaffer/domain/deps/dep-link'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { formatPounds } from '@gaffer/domain/shared/pounds'
import { dateAndTimeInWords } from '@gaffer/domain/shared/short-dates'
import { CalendarPlus, Check, X, CalendarDays, MapPin, Music2, PoundSterling } from 'lucide-react'
import { hasErrorCode, getErrorMessage } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { moveFocusOnRemoval } from '#ui/keep-focus.ts'
import { AuthLayout } from '#features/sign-in/auth-layout.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useChange } from '#offline/use-change.ts'
import { depCalendarPathOf, useAnswerByDepLink } from '#features/deps/queries.ts'
import { GigSheetFacts } from '#features/gig-sheets/gig-sheet-facts.tsx'
import { SharedSetlist } from '#features/set-lists/shared-setlist.tsx'
import { lazyPart } from '#lib/lazy-part.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Fact, PlaceWithMapsLink } from '#features/events/fact.tsx'
import { Card } from '#ui/card.tsx'

const DepCharts = lazyPart(() => import('./dep-charts.tsx'), 'DepCharts')

export function DepPage() {
  const { token } = useParams({ from: '/cached/dep/$token' })
  const read = useEndpoint('GET /api/dep-links/:token', { params: { token } })
  const link = read.data
  const [isDeleted, setDeleted] = useState(false)
  useEffect(moveFocusOnRemoval, [])
  if (isDeleted) return <DepPageLayout title={depMessages.deleted} text={depMessages.deletedText} />
  if (hasErrorCode(read.error, 'not_found'))
    return <DepPageLayout title={depMessages.linkDead} text={depMessages.linkDeadText} />
  if (link) {
    return (
      <DepPageLayout title={link.isStale ? depMessages.askedAgain : depMessages.linkTitles[link.state]}>
        <DepLinkView token={token} link={link} onDeleted={() => setDeleted(true)} />
      </DepPageLayout>
    )
  }
  return (
    <DepPageLayout title={depMessages.linkTitles.asked}>
      <QueryState
        query={read}
        fallback={depMessages.linkNotRead}
        loading={
          <SkeletonGroup label="Loading the gig">
            <Skeleton className="mt-4 h-12" />
            <Skeleton className="mt-6 h-48" />
          </SkeletonGroup>
        }
      />
    </DepPageLayout>
  )
}

function DepPageLayout({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <AuthLayout>
      <h1 tabIndex={-1} aria-live="polite" className="text-3xl font-bold tracking-tight break-words outline-none">
        {title}
      </h1>
      {text && <p className="mt-3 text-lg text-muted">{text}</p>}
      {children}
    </AuthLayout>
  )
}

type DepQuestion = 'never' | 'leave' | 'delete'
type DepLinkViewProps = { token: string; link: DepLinkContent; onDeleted: () => void }

/** The content of the page of a valid dep link: the gig, the answer buttons, and after a Yes the gig sheet and the set list. */
export function DepLinkView({ token, link, onDeleted }: DepLinkViewProps) {
  const { answer, isPending } = useAnswerByDepLink(token)
  const deletion = useChange('DELETE /api/dep-links/:token', { changes: 'deps', failure: null, isDoneIfNotFound: true })
  const [problem, setProblem] = useState<string | null>(null)
  const [question, setQuestion] = useState<DepQuestion | null>(null)

  async function attempt(action: () => Promise<unknown>, failure: string) {
    setProblem(null)
    try {
      await action()
    } catch (error) {
      setProblem(getErrorMessage(error, failure))
    }
    setQuestion(null)
  }

  async function deleteSelf() {
    await deletion.mutateAsync({ params: { token } })
    onDeleted()
  }

  const sendAnswer = (value: DepAnswer) => void attempt(() => answer(value), depMessages.answerNotSaved)
  const questions = questionsOf(link.bandName)
  const confirmations: Record<DepQuestion, () => void> = {
    never: () => sendAnswer('never'),
    leave: () => sendAnswer('no'),
    delete: () => void attempt(deleteSelf, depMessages.notDeletedSelf),
  }
  return (
    <>
      <p className="mt-3 text-lg text-muted">{leadTextOf(link)}</p>
      <DepGig link={link} />
      {problem !== null && (
        <div className="mt-4">
          <Banner tone="danger" role="alert">
            {problem}
          </Banner>
        </div>
      )}
      {link.state === 'asked' && <YesAndNoButtons isBusy={isPending} onAnswer={sendAnswer} />}
      {link.state === 'yes' && <PlayingDepDetails token={token} link={link} />}
      <OtherAnswerButtons state={link.state} isBusy={isPending} onAnswer={sendAnswer} onAsk={setQuestion} />
      {(['never', 'leave', 'delete'] as const).map((name) => (
        <ConfirmDialog
          key={name}
          isOpen={question === name}
          {...questions[name]}
          isBusy={isPending || deletion.isPending}
          onConfirm={confirmations[name]}
          onCancel={() => setQuestion(null)}
        />
      ))}
    </>
  )
}

const questionsOf = (bandName: string) => ({
  never: {
    title: depMessages.askNever,
    text: depMessages.neverMeans(bandName),
    confirmLabel: 'Don’t ask me again',
  },
  leave: {
    title: depMessages.askLeave,
    text: depMessages.leaveTells(bandName),
    confirmLabel: 'I can’t play',
    cancelLabel: 'I’m playing',
  },
  delete: {
    title: `${depMessages.deleteSelf}?`,
    text: depMessages.deleteSelfWarning(bandName),
    confirmLabel: 'Delete me',
  },
})

function leadTextOf({ state, isStale, askedBy, bandName, instrument }: DepLinkContent): string {
  if (isStale) return depMessages.yesBefore
  if (state === 'yes') return depMessages.youPlay(bandName, instrument)
  if (state !== 'asked') return bandName
  return depMessages.asks(askedBy === null ? bandName : `${askedBy} of ${bandName}`, instrument)
}

/** The Yes and No buttons, as large as the answer buttons of members. */
function YesAndNoButtons({ isBusy, onAnswer }: { isBusy: boolean; onAnswer: (answer: DepAnswer) => void }) {
  return (
    <div className="mt-6 -mb-5 grid grid-cols-2 gap-2">
      <Button size="lg" isBusy={isBusy} onClick={() => onAnswer('yes')}>
        <Check aria-hidden="true" strokeWidth={2.5} className="size-5" />
        Yes
      </Button>
      <Button size="lg" variant="secondary" isBusy={isBusy} onClick={() => onAnswer('no')}>
        <X aria-hidden="true" strokeWidth={2.5} className="size-5" />
        No
      </Button>
    </div>
  )
}

/** The calendar file, the gig sheet and the set list, for a dep who said yes. */
function PlayingDepDetails({ token, link: { gigSheet, setlist } }: Pick<DepLinkViewProps, 'token' | 'link'>) {
  return (
    <>
      <a href={depCalendarPathOf(token)} className={`${buttonClassNameFor()} mt-6`}>
        <CalendarPlus aria-hidden="true" className="size-5" />
        Add to my calendar
      </a>
      {gigSheet && (
        <section aria-labelledby="gig-sheet" className="mt-8 border-t border-hairline pt-6">
          <h2 id="gig-sheet" className="mb-3 text-xl font-bold">
            Gig sheet
          </h2>
          <GigSheetFacts sheet={gigSheet} />
        </section>
      )}
      {setlist && (
        <>
          <SharedSetlist setlist={setlist} />
          <Suspense>
            <DepCharts token={token} />
          </Suspense>
        </>
      )}
    </>
  )
}

type OtherAnswerButtonsProps = {
  state: DepLinkState
  isBusy: boolean
  onAnswer: (answer: DepAnswer) => void
  onAsk: (question: DepQuestion) => void
}

function OtherAnswerButtons({ state, isBusy, onAnswer, onAsk }: OtherAnswerButtonsProps) {
  return (
    <div className="mt-8 grid grid-cols-1 gap-1">
      {state === 'yes' && (
        <Button variant="secondary" onClick={() => onAsk('leave')}>
          I can’t play after all
        </Button>
      )}
      {state === 'no' && (
        <Button variant="secondary" isBusy={isBusy} onClick={() => onAnswer('yes')}>
          I can play after all
        </Button>
      )}
      {state !== 'yes' && state !== 'never' && (
        <Button variant={state === 'asked' ? 'secondary' : 'quiet'} onClick={() => onAsk('never')}>
          Don’t ask me again
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={() => onAsk('delete')}>
        {depMessages.deleteSelf}
      </Button>
    </div>
  )
}

/** The gig of a dep request, and the fee. */
function DepGig({ link: { event, feePence, gigSheet, instrument, state } }: { link: DepLinkContent }) {
  const type = eventTypeLabels[event.type]
  return (
    <Card className="mt-6 p-5">
      <h2 className="text-xl font-bold break-words">{event.title ?? type}</h2>
      {event.title && <p className="text-muted">{type}</p>}
      <dl className="mt-3 grid grid-cols-1 gap-2.5">
        <Fact Icon={CalendarDays} term="When">
          <span className="font-semibold">{dateAndTimeInWords(event)}</span>
        </Fact>
        {event.place && (
          <Fact Icon={MapPin} term="Where">
            <PlaceWithMapsLink place={event.place} address={gigSheet?.address} />
          </Fact>
        )}
        <Fact Icon={Music2} term="Instrument">
          {instrument}
        </Fact>
        {feePence !== null && (
          <Fact Icon={PoundSterling} term="Fee">
            <span className="font-semibold">{formatPounds(feePence)}</span>
            {state === 'yes' ? ' for you' : ' offered'}
          </Fact>
        )}
      </dl>
    </Card>
  )
}
