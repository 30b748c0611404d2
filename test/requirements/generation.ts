// Requirements of AI generation: jobs, results, options, credits, drafts, errors. Data only.
import { requirements } from './row.ts'

export const generation = [
  ...requirements('Generation job', {
    'gen.job.id': 'id is the job id that start returned',
    'gen.job.user-email': "userEmail is the owner's address",
    'gen.job.status': 'status is queued, running, done or error',
    'gen.job.created-at': 'createdAt is epoch milliseconds and always present',
    'gen.job.started-at': 'startedAt is present once it applies',
    'gen.job.completed-at': 'completedAt is present once it applies',
    'gen.job.result': 'result is the complete /api/generate body, present when done',
    'gen.job.error': 'error is present when status is error',
  }),
  ...requirements('Generation result (response of /api/generate)', {
    'gen.result.model-url': 'modelUrl is the gs:// URI of the repaired, welded, oriented mesh',
    'gen.result.model-url-not-persisted':
      "modelUrl is the engine's own pre-signed URL when persisted is false",
    'gen.result.preview-url': "previewUrl is the engine's original textured mesh",
    'gen.result.preview-equals-model':
      'previewUrl equals modelUrl when nothing was repaired or no preview was written',
    'gen.result.persisted': 'persisted is false when storage failed',
    'gen.result.mesh-repair-not-applied':
      'meshRepair is {applied:false, summary} when nothing was repaired',
    'gen.result.mesh-repair-applied':
      'an applied meshRepair has weldedVertices, removedDegenerates, flippedFaces, filledHoles, remainingBoundaryEdges, scaleApplied, smoothed, hollowed, reoriented, hollowWallMm, partCount, notes',
    'gen.result.print-estimate':
      'printEstimate has grams, printHours, total, currency, material, quality, sizeMm{x,y,z}, scaledToPlate, note',
    'gen.result.print-estimate-total': 'its total is the whole order with flat US postage',
    'gen.result.print-estimate-pla': 'it is priced as one PLA part at standard quality',
    'gen.result.print-estimate-null': 'it is null when the bounding box has a zero axis',
    'gen.result.printability':
      'printability has watertight, volumeCm3, holes, nonManifoldEdges, triangles, dimensionsMm[3], minFeatureMm, featureSizeEstimated, maxOverhangDeg, fitsPlate',
    'gen.result.printability-holes': 'holes counts open boundary edges, not rings',
    'gen.result.printability-min-feature': 'minFeatureMm is the smallest overall dimension',
    'gen.result.printability-estimated': 'featureSizeEstimated is always true',
    'gen.result.printability-fits-plate':
      'fitsPlate states whether the largest dimension is at most 340 mm',
    'gen.result.source': 'source is one of two engine-vendor names, or demo',
    'gen.result.demo':
      'without an engine key a sample mesh is returned as demo and credits are still charged',
    'gen.result.task-id': 'taskId is the task of the engine',
    'gen.result.generation-id': 'generationId is the history row that retexture takes',
    'gen.result.echo': 'mode and inputMode are echoed',
    'gen.result.credits-charged': 'creditsCharged is the credits spent',
    'gen.result.agent':
      'agent has enhancedPrompt, addedConstraints[], engineChosen, engineReasoning, complexity, estimatedSeconds, promptLogId, routingLogId, validationLogId',
    'gen.result.agent-auto': 'engineChosen is literally auto in draft mode with engine auto',
    'gen.result.print-status': 'printStatus is ready, supports, repaired or needs-redesign',
    'gen.result.print-detail':
      'printDetail is a text, printabilityScore an integer, issues and recommendations are lists',
    'gen.result.score-ready': 'ready scores 95',
    'gen.result.score-repaired': 'repaired scores 85',
    'gen.result.score-needs-redesign': 'needs-redesign scores 0, 40 or 45',
  }),
  ...requirements('States and transitions: Generation job', {
    'gen.states.queued': 'start makes a queued job with createdAt',
    'gen.states.running': 'the background run makes it running with startedAt',
    'gen.states.stages':
      'the pipeline stages are enhancing, generating, downloading, repairing, measuring',
    'gen.states.done': 'a pipeline that succeeds makes it done with completedAt and result',
    'gen.states.error': 'a failure makes it error with completedAt and error',
    'gen.states.refund': 'credits charged by the failed generation are refunded, once',
    'gen.states.orphan':
      'a queued or running job older than 30 minutes is error: Generation was interrupted and did not finish.',
  }),
  ...requirements('States and transitions: Generation printStatus', {
    'gen.print-status.ready': 'ready: watertight, walls above 0.8 mm, nothing needed fixing',
    'gen.print-status.supports':
      'supports is returned only by the language-model-reviewed paths (hi-fi, image, multiview)',
    'gen.print-status.repaired': 'repaired: holes closed, winding fixed or re-oriented',
    'gen.print-status.needs-redesign':
      'needs-redesign: open and not repairable, smallest dimension under 0.8 mm, or unreadable',
  }),
  ...requirements('POST /api/generate (synchronous)', {
    'gen.charge-before-engine': 'credits are charged before the engine is called',
    'gen.refund-on-failure': 'a failure refunds them',
    'gen.json.prompt-required': 'JSON: prompt is required, trimmed and not empty',
    'gen.json.prompt-max': 'JSON: prompt has at most 500 characters',
    'gen.json.moderated-before-charge': 'a prompt is moderated before any charge',
    'gen.json.mode': 'mode is hi_fi only for exactly hi_fi, else fast_draft',
    'gen.json.style-draft': 'in draft, style is appended to the prompt as ", <style> style"',
    'gen.json.style-hi-fi': 'in hi-fi, style is passed to prompt enhancement',
    'gen.multipart.input-mode-default': 'multipart: inputMode is image when omitted',
    'gen.multipart.input-modes': 'multipart: text, image, image_text, multiview; else 400',
    'gen.multipart.prompt-required': 'multipart: prompt is required for text and image_text',
    'gen.multipart.prompt-fallback':
      'multipart: for image, an omitted prompt falls back to the file name, then to a generic label',
    'gen.multipart.prompt-optional-multiview': 'multipart: prompt is optional for multiview',
    'gen.multipart.prompt-max': 'multipart: prompt has at most 500 characters in every mode',
    'gen.multipart.image': 'multipart: image is at most 10 MB of PNG, JPEG or WebP',
    'gen.multipart.images': 'multipart: multiview takes 2 to 4 images, each under 10 MB',
    'gen.multipart.image-modes-skip-agents': 'image modes skip the text enhancer and router',
    'gen.multipart.hi-fi':
      'hi_fi image modes buy a detailed geometry pass and detailed textures for one credit more',
    'gen.multipart.flat-options': 'advanced options are flat form fields with the same names',
    'gen.multipart.booleans': 'a form boolean is on only for the literal string true',
    'gen.multipart.textures-off': 'textures is off only for the literal string false',
  }),
  ...requirements('POST /api/generate (synchronous)', {
    'gen.option.unrecognised': 'an unrecognised option value silently becomes the default',
    'gen.option.mesh-quality':
      'meshQuality standard (default), high, ultra aim at 50,000, 200,000, 500,000 triangles',
    'gen.option.topology': 'topology is triangles (default) or quads, quads from two engines only',
    'gen.option.smoothing': 'smoothing off, light (default), strong: 0, 2 or 5 Taubin passes',
    'gen.option.hollowing': 'hollowing is solid (default) or hollow',
    'gen.option.hollowing-back-off':
      'hollowing backs off from the requested wall in 0.4 mm steps down to 0.8 mm',
    'gen.option.hollowing-open': 'hollowing is refused on an open surface',
    'gen.option.wall-thickness':
      'wallThicknessMm is 0.4 to 10, default 2.0; out of range becomes 2.0',
    'gen.option.negative-prompt':
      'negativePrompt is cut to 1024 characters; one engine family only',
    'gen.option.smart-low-poly': 'smartLowPoly is for one engine family only',
    'gen.option.generate-parts':
      'generateParts is for one engine family only and forces textures off',
    'gen.option.textures': 'textures is true by default',
    'gen.option.texture-resolution':
      'textureResolution is 1k, 2k (default), 4k, 8k; one engine upgrades 1k to 2k, another clamps 8k to 4096 px',
    'gen.option.engine':
      'engine is auto (default), engine_1, engine_2, engine_2_p1, engine_3, engine_4; a pinned engine is a hard override',
    'gen.option.output-format':
      'outputFormat is glb (default), obj, stl, fbx, usdz, 3mf; the returned bytes are GLB',
    'gen.option.refinement-pass': 'refinementPass is a second pass on engine_4',
    'gen.option.seed': 'seed is unset by default and honoured by some engine paths only',
  }),
  ...requirements('POST /api/generate (synchronous)', {
    'gen.credits.base': 'fast_draft costs 1, hi_fi 2',
    'gen.credits.input': 'image, image_text and multiview cost 1 more',
    'gen.credits.mesh-quality': 'meshQuality high costs 1 more, ultra 2',
    'gen.credits.texture-resolution': '4k costs 1 more, 8k 2',
    'gen.credits.refinement': 'refinementPass costs 2 more',
    'gen.credits.texture-only-when-textured':
      'the 4k/8k surcharge applies only when the result can come back textured',
    'gen.credits.text-draft-untextured':
      'a text draft cannot, unless an engine of the engine_2 family is pinned',
    'gen.credits.new-account': 'a new account starts with 5 credits',
  }),
  ...requirements('POST /api/generate/start', {
    'gen.start.same-body':
      'start accepts the same bodies; body and content type are replayed in the background',
    'gen.start.empty-body': 'an empty body is 400',
    'gen.start.answer': "the response is 200 {jobId, status:'queued'}",
    'gen.start.charged-by-run': 'credits are charged by the background run, not by start',
  }),
  ...requirements('GET /api/generate/status', {
    'gen.status.job': 'the response is the job record',
    'gen.status.failed-is-200': "a failed generation is 200 with status 'error'",
  }),
  ...requirements('GET /api/generate/active', {
    'gen.active.signed-out': 'signed out it is 200 {active:false}, never 401',
    'gen.active.live': 'with a live job it is {active:true, jobId, status, createdAt}',
    'gen.active.most-recent': 'it is the most recent queued or running job',
    'gen.active.orphans-ignored': 'jobs older than 30 minutes are ignored',
  }),
  ...requirements('GET /api/model-proxy', {
    'proxy.no-session': 'no session is 401',
    'proxy.foreign': 'a URL that the account does not own is 403',
    'proxy.published': 'a model published to the community gallery is served to anyone',
    'proxy.download': 'download=true returns as a download',
    'proxy.format':
      'format (glb, stl, obj, 3mf) sets content type and file name only: the bytes are the stored GLB',
    'proxy.lifetime': 'a persisted modelUrl does not expire',
  }),
  ...requirements('Errors: Generation endpoints', {
    'gen.error.unauthenticated': '401 Authentication required (also start and status)',
    'gen.error.limit':
      '429 Generation limit reached. Please try again later. with Retry-After (also start)',
    'gen.error.json': '400 invalid json body',
    'gen.error.prompt-required': '400 prompt is required (JSON, or multipart text and image_text)',
    'gen.error.prompt-too-long': '400 prompt too long (max 500 chars)',
    'gen.error.input-mode': '400 invalid input mode',
    'gen.error.multipart': '400 invalid generation request',
    'gen.error.multiview-count': '400 multiview needs 2 to 4 images',
    'gen.error.image-too-large': '400 image exceeds 10MB limit',
    'gen.error.multiview-image-too-large': '400 an image exceeds the 10MB limit',
    'gen.error.image-type': '400 unsupported image type: <mime>',
    'gen.error.image-required': '400 image file is required',
    'gen.error.nsfw': '400 nsfw, with the reason in message',
    'gen.error.no-credits':
      '403 no_credits, with message, needsPayment, creditsRequired, creditsAvailable',
    'gen.error.engine': '502 <engine message> when the engine fails; credits are refunded',
    'gen.error.engine-timeout': '502 when the engine times out at 15 minutes; credits are refunded',
    'gen.error.vendor-credits': '502 when the vendor is out of credits; credits are refunded',
    'gen.error.start-empty': '400 invalid body',
    'gen.error.job-id': '400 jobId required',
    'gen.error.unknown-job': '404 not found',
    'gen.error.foreign-job': '403 forbidden',
  }),
  ...requirements('server/domain/generation/README.md: Decisions that the contract leaves open', {
    'drafts.set':
      'drafts 4 queues four drafts of one set, which differ by their seeds and are charged in one step',
    'drafts.price':
      'the response names what the four were charged and what refining one costs; options that make a model finer are left to the refinement',
    'drafts.photo': 'of a photo each draft costs one credit more, and each gets the photo',
    'drafts.all-or-none':
      'an account whose credits do not pay all four is 403 no_credits, and nothing is charged or queued',
    'drafts.refusals':
      'a set that is refused costs nothing; a number of drafts other than 4 is 400',
    'drafts.refund':
      'each draft that fails gives its own credits back, and the others are delivered',
    'drafts.repeat': 'a repeat under an Idempotency-Key gets the same set',
    'drafts.mail':
      'with notify, one mail reports the outcome of the four when the last one has ended',
    'drafts.owner': 'a set is read by its account only: another gets 404',
    'drafts.refine':
      'refineOf makes a hi_fi model from a picture of the finished draft, at its size, for the price of a hi_fi model from a picture',
    'drafts.refine-once':
      'a draft has one refinement that has not failed: another call returns it, and charges nothing',
    'drafts.refine-again':
      'a refinement that fails gives its credits back, and may be asked for again',
    'drafts.refine-refusals':
      'refineOf is 404 for a job that the account does not have, and 409 for a job that is not a finished and stored draft',
  }),
  ...requirements('server/domain/generation/README.md: Decisions that the contract leaves open', {
    'gen.pass-passed-over':
      'the 2 credits of refinementPass go back where auto had chosen an engine with the pass and another one took over',
  }),
  ...requirements('Authentication', {
    'gen.session-or-token': 'generate, start and status take a session or an extension token',
    'proxy.session-only': 'model-proxy and generate/active take a session only',
  }),
]
