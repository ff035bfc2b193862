// Parses the settings in environment variables. Other files read none of these variables.

import { join } from 'node:path'
import { limits } from '@gaffer/domain/shared/limits'
import * as z from 'zod'
import {
  countOrOffSchema,
  httpsOrLoopbackUrlSchema,
  mailboxSchema,
  onOffSchema,
  originSchema,
  portSchema,
  trustProxySchema,
  quietHoursSchema,
  httpUrlSchema,
  vapidPrivateKeySchema,
  vapidSubjectSchema,
} from './config-schemas.ts'
import { vapidPublicKeyOf, type VapidKeys } from '#platform/vapid-keys.ts'

const dropBlankVariables = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))

const spotifyAccountsUrl = 'https://accounts.spotify.com'
const isPostgresUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const Environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('development'),
  PORT: portSchema.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: originSchema.optional(),
  DATABASE_URL: z.string().refine(isPostgresUrl, 'must be a postgres:// address of one host').optional(),
  DATA_DIR: z.string().optional(),
  SECRET_KEY: z.string().min(32, 'must have 32 characters at least').optional(),
  TRUST_PROXY: trustProxySchema.default(false),
  SMS_PROVIDER: z.enum(['pretend', 'twilio'], 'must be pretend or twilio').optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_URL: httpUrlSchema.default('https://api.twilio.com'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// address' }).optional(),
  MAIL_FROM: mailboxSchema.optional(),
  OPERATOR_EMAIL: z.email('must be an email address').optional(),
  GOOGLE_ISSUER: httpsOrLoopbackUrlSchema.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  SPOTIFY_ACCOUNTS_URL: httpsOrLoopbackUrlSchema.default(spotifyAccountsUrl),
  SPOTIFY_API_URL: httpsOrLoopbackUrlSchema.default('https://api.spotify.com'),
  SPOTIFY_CLIENT_ID: z.string().optional(),
  SPOTIFY_CLIENT_SECRET: z.string().optional(),
  GOOGLE_MAPS_API_KEY: z.string().optional(),
  GOOGLE_MAPS_URL: httpsOrLoopbackUrlSchema.default('https://maps.googleapis.com'),
  SMS_PER_ADDRESS_HOUR: countOrOffSchema.optional(),
  SMS_PER_DAY: countOrOffSchema.optional(),
  MAIL_PER_DAY: countOrOffSchema.optional(),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: vapidPrivateKeySchema.optional(),
  VAPID_SUBJECT: vapidSubjectSchema.optional(),
  NOTICE_SETTLE_SECONDS: z.coerce.number('must be a number of seconds').int().min(0).max(3600).default(60),
  NOTICE_QUIET_HOURS: quietHoursSchema.default({ from: '22:00', to: '08:00' }),
  SMS_NOTICES: onOffSchema.optional(),
  SONG_LISTS: z.enum(['soon', 'open'], 'must be soon or open').default('soon'),
  ALLOW_PRIVATE_FETCH: onOffSchema.default(false),
  RATE_LIMIT: z.union([z.literal('off'), z.literal('on')], 'must be on or off').default('on'),
  DEBUG_PAGES: onOffSchema.default(false),
  METRICS_TOKEN: z.string().optional(),
  DRAIN_SECONDS: z.coerce.number('must be a number of seconds').int().min(0).max(60).default(0),
  BAND_STORAGE_MB: z.coerce.number('must be a whole number').int('must be a whole number').positive().default(2048),
  S3_ENDPOINT: httpUrlSchema.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
})

export type Config = ReturnType<typeof readConfig>

/** The message names every invalid or missing variable. */
export class ConfigError extends Error {}

type Environment = z.output<typeof Environment>

/** Reads the environment; throws ConfigError. */
export function readConfig(environment: Record<string, string | undefined>) {
  const result = Environment.safeParse(dropBlankVariables(environment))
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'))
  }
  const env = result.data
  const isProduction = env.NODE_ENV === 'production'
  const faked = chooseFakedProviders(env, isProduction)
  refuseInvalidCombinations(env, isProduction, faked)
  return {
    isProduction,
    port: env.PORT,
    host: env.HOST,
    publicUrl: publicUrlOf(env),
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: env.DATA_DIR ?? chooseDefaultDataDir(),
    secretKey: env.SECRET_KEY ?? null,
    /** The number of trusted proxies, or their addresses; false if none is trusted. */
    trustProxy: env.TRUST_PROXY,
    /** Null if the fake provider is used. */
    twilio: faked.sms ? null : readTwilioSettings(env),
    mail: faked.mail ? null : { url: env.SMTP_URL ?? '', from: env.MAIL_FROM ?? '' },
    /** The mail address that receives members' reports; null if reports are not mailed. */
    operatorEmail: env.OPERATOR_EMAIL ?? null,
    /** Null if the fake is used or Google is not configured. */
    google: readGoogleSettings(env),
    /** Null if the fake is used or Spotify is not configured. */
    spotify: readSpotifySettings(env),
    /** Null if not configured: the hometown field then has no suggestions. */
    maps: env.GOOGLE_MAPS_API_KEY ? { key: env.GOOGLE_MAPS_API_KEY, url: env.GOOGLE_MAPS_URL } : null,
    faked,
    /** Infinity if a limit is off. */
    smsLimits: {
      perAddressHour: chooseLimit(env.SMS_PER_ADDRESS_HOUR, faked.sms, 20),
      perDay: chooseLimit(env.SMS_PER_DAY, faked.sms, 200),
    },
    /** Mails a day for the whole service; Infinity if the limit is off. */
    mailPerDay: chooseLimit(env.MAIL_PER_DAY, faked.mail, 1000),
    /** Null if the keys are not set: the server then takes the keys of the data folder. */
    vapidKeys: readVapidKeys(env),
    /** Null if the subject is the address that mails are sent from. */
    vapidSubject: env.VAPID_SUBJECT ?? null,
    /** Seconds during which changes to one event are collected into one notice. */
    noticeSettleSeconds: env.NOTICE_SETTLE_SECONDS,
    /** In Europe/London; null if notices are sent at any hour. */
    quietHours: env.NOTICE_QUIET_HOURS,
    smsNotices: env.SMS_NOTICES ?? !faked.sms,
    /** Whether the "Song Lists" entry of the navigation leads to the songs (`open`) or says that it is coming soon (`soon`). */
    songLists: env.SONG_LISTS,
    /** Connected calendars and push endpoints may be at private addresses and without TLS. */
    allowPrivateFetch: env.ALLOW_PRIVATE_FETCH,
    rateLimit: env.RATE_LIMIT === 'on',
    hasDebugPages: env.DEBUG_PAGES || !isProduction,
    /** Null if only loopback requests may read the metrics. */
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Seconds after SIGTERM during which the server still responds but /readyz fails, so that proxies notice. */
    drainSeconds: env.DRAIN_SECONDS,
    logLevel: env.LOG_LEVEL,
    bandStorageBytes: env.BAND_STORAGE_MB * limits.megabyte,
    /** Null if files are in the data folder. */
    s3: readS3Settings(env),
  }
}

/** Providers that are not configured are faked; in production they are off, or an error if required. */
function chooseFakedProviders(env: Environment, isProduction: boolean) {
  return {
    sms: env.SMS_PROVIDER ? env.SMS_PROVIDER === 'pretend' : !isProduction,
    mail: !env.SMTP_URL && !isProduction,
    google: !env.GOOGLE_CLIENT_ID && !env.GOOGLE_CLIENT_SECRET && !isProduction,
    spotify: !env.SPOTIFY_CLIENT_ID && !env.SPOTIFY_CLIENT_SECRET && !isProduction,
    // Browsers and members choose the URLs of push services and calendars. Only ALLOW_PRIVATE_FETCH allows loopback, where the fakes are.
    push: env.ALLOW_PRIVATE_FETCH && !isProduction,
    calendars: env.ALLOW_PRIVATE_FETCH && !isProduction,
  }
}

function refuseInvalidCombinations(
  env: Environment,
  isProduction: boolean,
  faked: ReturnType<typeof chooseFakedProviders>,
): void {
  throwConfigErrorIfAny([
    isProduction && faked.sms && 'SMS_PROVIDER must be twilio in production',
    ...(faked.sms ? [] : listMissing(env, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'])),
    ...(faked.mail ? [] : listMissing(env, ['SMTP_URL', 'MAIL_FROM'])),
    ...listMissingUnlessAll(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']),
    ...listMissingUnlessAll(env, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']),
    ...listMissingUnlessAll(env, ['SPOTIFY_CLIENT_ID', 'SPOTIFY_CLIENT_SECRET']),
    env.SPOTIFY_CLIENT_ID &&
      env.SPOTIFY_ACCOUNTS_URL === spotifyAccountsUrl &&
      new URL(publicUrlOf(env)).hostname === 'localhost' &&
      'PUBLIC_URL must not be at localhost: Spotify refuses to redirect there. Use 127.0.0.1, or https',
    isProduction &&
      env.DATABASE_URL &&
      !env.SECRET_KEY &&
      'SECRET_KEY is missing: it is required with DATABASE_URL in production',
    ...describeWrongVapidKeys(env),
    isProduction &&
      env.ALLOW_PRIVATE_FETCH &&
      'ALLOW_PRIVATE_FETCH must be off in production: members could make this server request private addresses',
  ])
}

function describeWrongVapidKeys(env: Environment): string[] {
  const keys = readVapidKeys(env)
  const isPair = !keys || vapidPublicKeyOf(keys.privateKey) === keys.publicKey
  return [
    ...listMissingUnlessAll(env, ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']),
    ...(isPair ? [] : ['VAPID_PUBLIC_KEY must be the public key of VAPID_PRIVATE_KEY']),
  ]
}

function publicUrlOf(env: Environment): string {
  return env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
}

/** A limit that is not set is off while the provider is a fake. */
function chooseLimit(setting: number | undefined, isFaked: boolean, defaultLimit: number): number {
  return setting ?? (isFaked ? Number.POSITIVE_INFINITY : defaultLimit)
}

function readTwilioSettings(env: Environment) {
  return {
    accountSid: env.TWILIO_ACCOUNT_SID ?? '',
    authToken: env.TWILIO_AUTH_TOKEN ?? '',
    from: env.TWILIO_FROM ?? '',
    apiUrl: env.TWILIO_API_URL,
  }
}

function readGoogleSettings(env: Environment) {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  return clientId && clientSecret ? { issuer, clientId, clientSecret } : null
}

function readSpotifySettings(env: Environment) {
  const { SPOTIFY_CLIENT_ID: clientId, SPOTIFY_CLIENT_SECRET: clientSecret } = env
  if (!clientId || !clientSecret) return null
  return { accountsUrl: env.SPOTIFY_ACCOUNTS_URL, apiUrl: env.SPOTIFY_API_URL, clientId, clientSecret }
}

function readS3Settings(env: Environment) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, bucket, region, accessKeyId, secretAccessKey }
    : null
}

function readVapidKeys(env: Environment): VapidKeys | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  return publicKey && privateKey ? { publicKey, privateKey } : null
}

function listMissing<K extends string>(env: Partial<Record<K, unknown>>, names: K[]): string[] {
  return names.filter((name) => env[name] === undefined).map((name) => `${name} is missing`)
}

/** Lists the missing variables of a group that belongs together; none if all are missing. */
function listMissingUnlessAll<K extends string>(env: Partial<Record<K, unknown>>, names: K[]): string[] {
  return names.every((name) => env[name] === undefined) ? [] : listMissing(env, names)
}

function throwConfigErrorIfAny(reasons: (string | false | undefined)[]): void {
  const given = reasons.filter((reason) => typeof reason === 'string' && reason !== '')
  if (given.length > 0) throw new ConfigError(given.join('\n'))
}

function chooseDefaultDataDir(): string {
  return process.getuid?.() === 0 ? '/var/lib/gaffer' : join(import.meta.dirname, '../../.data')
}
