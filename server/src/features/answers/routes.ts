import { answersApi } from '@gaffer/domain/answers/api'
import { limits } from '@gaffer/domain/shared/limits'
import { requireAnswerToken, requireMember } from '#http/guards/guards.ts'
import { createPageReply } from '#http/pages/html-page.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { renderAnsweredPage, renderAnswerPage } from './answer-page.ts'
import { answerOptions, readOptionGroup } from './option-groups.ts'
import {
  answerByLink,
  answerByPage,
  listAnswers,
  nudgeUnansweredMembers,
  readAnswerLink,
  readAnswerLinkRow,
  setAnswer,
  removeAnswer,
} from './service.ts'

const linkOptions = { perMinute: limits.messageLinkRequestsPerMinute }
const pageOptions = { ...linkOptions, isPage: true as const }

export function answerRoutes(serve: ServeEndpoint): void {
  serve(answersApi.listAnswers, requireMember, ({ db, member, params }) => listAnswers(db, member, params.eventId), {
    isRevalidated: true,
  })
  serve(answersApi.setAnswer, requireMember, ({ db, member, params, body }) =>
    setAnswer(db, member, params.eventId, params.membershipId, body),
  )
  serve(answersApi.deleteAnswer, requireMember, ({ db, member, params }) =>
    removeAnswer(db, member, params.eventId, params.membershipId),
  )
  serve(
    answersApi.readOptionGroup,
    requireMember,
    ({ db, member, params }) => readOptionGroup(db, member, params.optionGroupId),
    { isRevalidated: true },
  )
  serve(answersApi.answerOptionGroup, requireMember, ({ db, member, params, body }) =>
    answerOptions(db, member, params, body),
  )
  serve(answersApi.nudge, requireMember, ({ db, member, params }) => nudgeUnansweredMembers(db, member, params.eventId))
  serve(answersApi.readAnswerLink, requireAnswerToken, ({ db, answerer }) => readAnswerLink(db, answerer), linkOptions)
  serve(
    answersApi.answerByLink,
    requireAnswerToken,
    ({ db, answerer, body }) => answerByLink(db, answerer, body),
    linkOptions,
  )
  serve(
    answersApi.readAnswerPage,
    requireAnswerToken,
    async ({ db, answerer, query }) =>
      createPageReply(renderAnswerPage(await readAnswerLinkRow(db, answerer), query.answer, db.clock.now())),
    pageOptions,
  )
  serve(
    answersApi.answerByPage,
    requireAnswerToken,
    async ({ db, answerer, body }) => createPageReply(renderAnsweredPage(await answerByPage(db, answerer, body))),
    pageOptions,
  )
}
