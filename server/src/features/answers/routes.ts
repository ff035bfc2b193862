import { answersApi } from '@gaffer/domain/api/answers'
import { limits } from '@gaffer/domain/limits'
import { requireAnswerToken, requireMember } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { answerByLink, listAnswers, nudge, readAnswerLink, setAnswer, withdrawAnswer } from './service.ts'

const linkOptions = { perMinute: limits.answerLinkRequestsPerMinute }

export function answerRoutes(serve: Serve): void {
  serve(answersApi.listAnswers, requireMember, ({ db, member, params }) => listAnswers(db, member, params.eventId))
  serve(answersApi.setAnswer, requireMember, ({ db, member, params, body }) =>
    setAnswer(db, member, params.eventId, params.membershipId, body),
  )
  serve(answersApi.deleteAnswer, requireMember, ({ db, member, params }) =>
    withdrawAnswer(db, member, params.eventId, params.membershipId),
  )
  serve(answersApi.nudge, requireMember, ({ db, member, params }) => nudge(db, member, params.eventId))
  serve(answersApi.readAnswerLink, requireAnswerToken, ({ db, answerer }) => readAnswerLink(db, answerer), linkOptions)
  serve(
    answersApi.answerByLink,
    requireAnswerToken,
    ({ db, answerer, body }) => answerByLink(db, answerer, body),
    linkOptions,
  )
}
