// Requirements of the stock tables, the pricing rules and the price estimate endpoint. Data only.
import { requirements } from './row.ts'

export const pricing = [
  ...requirements('Stock data', {
    'stock.materials': 'the materials are exactly pla, petg, abs, asa and tpu',
    'stock.material.pla': 'pla costs 0.12 USD/g and weighs 1.26 g/cm3',
    'stock.material.petg': 'petg costs 0.12 USD/g and weighs 1.27 g/cm3',
    'stock.material.abs': 'abs costs 0.12 USD/g and weighs 1.04 g/cm3',
    'stock.material.asa': 'asa costs 0.14 USD/g and weighs 1.07 g/cm3',
    'stock.material.tpu': 'tpu costs 0.13 USD/g and weighs 1.21 g/cm3',
    'stock.colours':
      'the stock colours are Black, White, Red, Cyan, Sakura Pink, Sunny Orange, Green, Yellow, Mint Green, Lavender, Silver and Brown',
    'stock.colours-case': 'a stock colour matches in any case',
    'stock.colours-hex': 'a hex value matching a stock spool counts as stock',
    'stock.quality.standard': 'standard has factor 1, on the default layers of 0.2 mm',
    'stock.quality.premium':
      'premium has factor 1.75; its 0.1 mm layers are those of interfaces without a layer height, since quality does not change that of an order',
    'stock.build-volume': 'the build volume is 340 x 320 x 340 mm',
    'stock.build-volume-any-orientation':
      'a part fits when its three dimensions, sorted, fit the sorted build volume',
    'stock.build-volume-exact':
      'a part of exactly 340 x 320 x 340 mm fits, one longer side does not',
  }),

  ...requirements('Pricing rules', {
    'pricing.all-in-rate':
      'one per-gram rate covers filament and normal machine time: no setup or platform fee is added',
    'pricing.whole-grams': 'billable weight is rounded up to whole grams',
    'pricing.mesh-weight':
      'mesh weight is volume in cm3 x (0.30 + 0.70 x infill fraction) x density',
    'pricing.premium': 'premium multiplies the rate by 1.75, standard by 1',
    'pricing.minimum-per-part': 'a part bills at least $1.00',
    'pricing.stock-colour': 'a stock colour bills at the material rate',
    'pricing.other-colour': 'any other colour, an omitted one included, bills at $0.20/g',
    'pricing.bulk-5': 'quantity 5 or more takes 5% off, 4 takes nothing off',
    'pricing.bulk-10': 'quantity 10 or more takes 10% off, 9 takes 5% off',
    'pricing.postage-us': 'US postage is $7 flat',
    'pricing.postage-us-free':
      'US postage is free when the print subtotal reaches $50.00, not at $49.99',
    'pricing.postage-abroad': 'postage abroad is $30 flat',
    'pricing.postage-abroad-free':
      'postage abroad is free when the print subtotal reaches $500.00, not at $499.99',
    'pricing.sliced-weight': "an already-sliced file bills the slicer's own filament weight",
    'pricing.sliced-overtime':
      'hours of an already-sliced file beyond grams / (density x 16 cm3/h) bill at $1.50 per hour',
    'pricing.sliced-no-overtime': 'hours up to that allowance bill nothing extra',
    'pricing.sliced-infill': 'an already-sliced file is recorded with infill 100',
    'pricing.one-charge': 'payment is one USD charge, off-session, to the saved card, at submit',
    'pricing.charge-description':
      'the charge description is built from material, colour, nozzle, layer height, quantity and file name',
    'pricing.charge-metadata': 'the order code is attached to the charge as metadata',
    'pricing.no-other-payment':
      'gift cards, subscription print credit and a first-order discount do not reduce an API order',
  }),

  ...requirements('Limits: Order, file and text limits', {
    'limits.order.file': 'one print file per order, 100 MB, STL, GLB, .gcode or .gcode.3mf',
    'limits.order.minimum-total':
      'the minimum order total is $0.50: 49 cents is refused, 50 is not',
  }),

  ...requirements('POST /api/price', {
    'price.no-auth': 'the estimate needs no credential',
    'price.json': 'the estimate accepts a JSON body and returns 200',
    'price.bbox-required': 'bboxMm.x, y and z are required',
    'price.bbox-finite-positive': 'each must be finite and above 0',
    'price.bbox-numeric-strings': 'numeric strings are refused',
    'price.bbox-fits': 'sorted largest first they must fit 340 x 320 x 340',
    'price.material-default': 'material is pla when omitted',
    'price.material-values': 'material is one of pla, petg, abs, asa, tpu',
    'price.quality-default': 'quality is standard when omitted',
    'price.quality-values': 'quality is standard or premium',
    'price.quantity-default': 'quantity is 1 when omitted',
    'price.number-types': 'a quantity that is not a JSON number is 400',
    'price.quality-case': 'quality is read in any letter case',
    'price.quantity-rounded': 'quantity is rounded to a whole number',
    'price.quantity-floored': 'quantity is at least 1',
    'price.quantity-no-upper-clamp': 'a quantity above 50 is kept',
    'price.color-cut': 'color is trimmed to 64 characters',
    'price.color-dropped':
      'color is dropped entirely when it has characters other than letters, digits, space and # ( ) , . _ -',
    'price.grams': 'grams are bounding-box volume in cm3 x 0.44 x density, rounded up',
    'price.total': 'total is the subtotal plus the flat $7',
    'price.total-ignores-threshold': 'total adds $7 also when the subtotal is over $50',
    'price.total-ignores-destination': 'a country in the body changes nothing',
    'price.subtotal-builds-a-total':
      'subtotal plus the postage rule is what an order of the same weight costs',
  }),

  ...requirements('Estimate result (POST /api/price response)', {
    'price.answer.fields':
      'the response has exactly the documented fields: color only when one was sent',
    'price.answer.filament-changes': 'filamentChanges is 0',
    'price.answer.multi-color-grams': 'multiColorGrams is 0',
    'price.answer.multi-color-hours': 'multiColorHours is 0',
    'price.answer.print-hours': 'printHours is the modelled machine time of one part',
    'price.answer.material-cost': 'materialCost is grams x pricePerGram x quality factor',
    'price.answer.machine-cost': 'machineCost is 0',
    'price.answer.shipping': 'shipping is 7',
    'price.answer.base-fee': 'baseFee is 0',
    'price.answer.per-unit': 'perUnit is the price of one part at this quantity',
    'price.answer.subtotal':
      'subtotal is the print price of the whole quantity, bulk discount and per-part minimum applied',
    'price.answer.currency': 'currency is USD',
    'price.answer.echo': 'material, quality and quantity are echoed as they were used',
    'price.answer.color-omitted': 'color is omitted when none was sent',
    'price.answer.custom-color':
      'customColor states whether the color that was sent is not a stock color',
    'price.answer.price-per-gram': 'pricePerGram is the rate actually used',
  }),

  ...requirements('Errors: POST /api/price', {
    'price.error.json': '400 invalid json body',
    'price.error.bbox': '400 bboxMm.x/y/z (mm) required',
    'price.error.too-large': '400 model exceeds the 340x320x340mm build volume',
    'price.error.material': '400 unknown material: <value>',
    'price.error.quality': '400 unknown quality: <value>',
  }),
]
