import * as z from 'zod/mini'
import { MemberAnswer, AnswerInput, AnswerLinkContent } from './answer.ts'
import { OptionAnswersInput, OptionGroup } from './option-group.ts'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { AnyQuery, LenientQueryParam } from '@gaffer/domain/shared/input-schemas'

const AnswerLinkToken = z.string().check(z.maxLength(200))

export const answersApi = {
  listAnswers: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/answers',
    offline: true,
    summary: "List every active member's answer to an event, in the order of members",
    status: 200,
    response: z.array(MemberAnswer),
  }),
  setAnswer: defineEndpoint({
    method: 'PUT',
    path: '/api/bands/:bandId/events/:eventId/answers/:membershipId',
    offline: true,
    summary: 'Answer an event; admins and owners also for other members. 409 if it is cancelled or over',
    body: AnswerInput,
    status: 200,
    response: MemberAnswer,
    idempotent: true,
    changes: 'events',
    errors: ['conflict', 'not_allowed'],
  }),
  deleteAnswer: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/events/:eventId/answers/:membershipId',
    offline: true,
    summary: 'Withdraw an answer',
    status: 204,
    idempotent: true,
    changes: 'events',
    errors: ['conflict', 'not_allowed'],
  }),
  readOptionGroup: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/option-groups/:optionGroupId',
    offline: true,
    summary: "Get the options of an enquiry with every active member's answer to each of them",
    status: 200,
    response: OptionGroup,
  }),
  answerOptionGroup: defineEndpoint({
    method: 'PUT',
    path: '/api/bands/:bandId/option-groups/:optionGroupId/answers/:membershipId',
    offline: true,
    summary:
      'Answer several options of an enquiry together; admins and owners also for other members. 409 if one of them is cancelled or over',
    body: OptionAnswersInput,
    status: 200,
    response: OptionGroup,
    idempotent: true,
    changes: 'events',
    errors: ['conflict', 'not_allowed'],
  }),
  nudge: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events/:eventId/nudge',
    summary: 'Remind the members without an answer; admins and owners only, once in 12 hours',
    status: 202,
    response: z.strictObject({ nudged: z.int() }),
    changes: 'events',
    errors: ['conflict', 'not_allowed'],
  }),
  readAnswerLink: defineEndpoint({
    method: 'GET',
    path: '/api/answer-links/:token',
    summary: 'Get the event and the answer of the member whom an answer link is for; changes nothing',
    params: { token: AnswerLinkToken },
    status: 200,
    response: AnswerLinkContent,
  }),
  answerByLink: defineEndpoint({
    method: 'POST',
    path: '/api/answer-links/:token',
    summary: 'Answer an event by an answer link, without a sign-in',
    params: { token: AnswerLinkToken },
    body: AnswerInput,
    status: 200,
    response: AnswerLinkContent,
    changes: 'events',
    errors: ['conflict'],
  }),
  readAnswerPage: defineEndpoint({
    method: 'GET',
    path: '/answer/:token',
    summary: 'Page of an answer link; changes nothing. `answer` only marks a button',
    params: { token: AnswerLinkToken },
    query: z.object({ answer: LenientQueryParam }),
    status: 200,
    contentType: 'text/html',
  }),
  answerByPage: defineEndpoint({
    method: 'POST',
    path: '/answer/:token',
    summary: 'Answer an event by the form of the answer page',
    params: { token: AnswerLinkToken },
    // Accept any query: the form posts to the page's own URL, which may contain `?answer=`.
    query: AnyQuery,
    body: AnswerInput,
    status: 200,
    contentType: 'text/html',
    changes: 'events',
    errors: ['conflict'],
  }),
}
