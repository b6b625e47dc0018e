/** Gemini generateContent, as far as an agent CLI uses it. */
const errors = {
  401: ['UNAUTHENTICATED', 'API keys are not supported by this API. Expected OAuth2 access token.'],
  403: ['PERMISSION_DENIED', 'Permission denied on resource project.'],
  429: ['RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
  quota: ['RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.'],
  billing: ['FAILED_PRECONDITION', 'The API is not available without a billing account linked.'],
  500: ['INTERNAL', 'An internal error has occurred.'],
  529: ['UNAVAILABLE', 'The model is overloaded. Please try again later.'],
}
const finishReasons = { end: 'STOP', tool: 'STOP', length: 'MAX_TOKENS' }
const metric = 'generativelanguage.googleapis.com/generate_requests'

/** A limit of the minute names its delay, one of the day its quota: the CLI tells them apart by these. */
const details = {
  429: [
    {
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [{ quotaMetric: metric, quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }],
    },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' },
  ],
  quota: [
    {
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [{ quotaMetric: metric, quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }],
    },
  ],
}

export const gemini = {
  matches: path => /:(?:stream)?generateContent$/i.test(path),

  ask(body, path) {
    const parts = body.contents?.at(-1)?.parts ?? []
    const tools = (body.tools ?? []).flatMap(tool => (tool.functionDeclarations ?? []).map(one => one.name))
    return {
      tools,
      model: /models\/([^:]+):/.exec(path)?.[1],
      streamed: path.includes(':stream'),
      answerTool: null,
      isFollowUp: parts.some(part => part.functionResponse),
    }
  },

  error(kind, status) {
    const [name, message] = errors[kind] ?? errors[500]
    return { error: { code: status, message, status: name, details: details[kind] } }
  },

  whole(reply, ask) {
    const part = reply.call === null ? { text: reply.text } : { functionCall: { name: reply.call.name, args: reply.call.input } }
    const usageMetadata = {
      promptTokenCount: reply.usage.input,
      candidatesTokenCount: reply.usage.output,
      cachedContentTokenCount: 0,
      totalTokenCount: reply.usage.input + reply.usage.output,
    }
    const candidates = [{ content: { role: 'model', parts: [part] }, index: 0, finishReason: finishReasons[reply.stop] }]
    return { candidates, usageMetadata, modelVersion: ask.model, responseId: `local_${reply.serial}` }
  },

  frames(reply, ask) {
    const whole = this.whole(reply, ask)
    if (reply.call !== null) return [`data: ${JSON.stringify(whole)}\n\n`]
    const first = {
      candidates: [{ content: { role: 'model', parts: [{ text: reply.text.slice(0, 12) }] }, index: 0 }],
      modelVersion: ask.model,
    }
    whole.candidates[0].content.parts = [{ text: reply.text.slice(12) }]
    return [first, whole].map(chunk => `data: ${JSON.stringify(chunk)}\n\n`)
  },

  side: path => (path.endsWith(':countTokens') ? { totalTokens: 1000 } : path.endsWith('/models') ? { models: [] } : null),
}
