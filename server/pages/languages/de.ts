// German messages. Formal address ("Sie").
import type { Catalog } from './words.ts'

export const de: Catalog = {
  // Frame of every page
  'frame.skip': 'Zum Inhalt springen',
  'frame.main': 'Hauptmenü',
  'frame.quote': 'Preis berechnen',
  'frame.generate': 'Generieren',
  'frame.gallery': 'Galerie',
  'frame.docs': 'Dokumentation',
  'frame.basket': 'Warenkorb',
  'frame.basketParts': '{count, plural, one { Teil} other { Teile}}',
  'frame.account': 'Konto',
  'frame.slogan': '3D-Modell hochladen, gedrucktes Teil per Post erhalten.',
  'frame.about': 'Über uns',
  'frame.giftCards': 'Geschenkkarten',
  'frame.terms': 'AGB',
  'frame.privacy': 'Datenschutz',
  'frame.refunds': 'Erstattungen',
  'frame.help': 'Hilfe',
  'frame.contact': 'Kontakt',
  'frame.language': 'Sprache',

  // Units
  'units.days': '{count, plural, one {# Tag} other {# Tage}}',
  'units.machineHours': '{count, plural, one {# Maschinenstunde} other {# Maschinenstunden}}',

  // Discounts and postage
  'terms.firstDiscount': '{percent}\u00a0% Rabatt ab {quantity} Teilen',
  'terms.nextDiscount': '{percent}\u00a0% ab {quantity}',
  'terms.postageFree': '{where} kostenlos',
  'terms.postage': '{where} {amount} (ab {free} kostenlos)',
  'terms.within': 'innerhalb der USA',
  'terms.countryFree': '{country}: kostenlos',
  'terms.countryPostage': '{country}: {amount} (ab {free} kostenlos)',
  'terms.abroad': 'in andere Länder',
  'terms.toOthers': 'in alle übrigen Länder',

  // Upload area
  'drop.title': 'Modell hier ablegen',
  'drop.opening': 'Wird geöffnet …',
  'drop.choose': 'Datei auswählen',
  'drop.formats':
    'STL, 3MF, OBJ, GLB oder fertig gesliceter G-Code, bis {size}, oder <link>einen Link einfügen</link>',
  'drop.samples': 'Keine Datei zur Hand? Probieren Sie eine unserer Dateien',
  'drop.gear': 'Zahnrad',
  'drop.vase': 'Vase',
  'drop.faulty': 'Teil mit Fehlern',

  // Start page
  'home.title': '3D-Druck per Post: Modell hochladen, Teil erhalten',
  'home.form': 'Preis eines 3D-Modells berechnen',
  'home.heading': '3D-Modell ablegen. Preis in einer Sekunde sehen.',
  'home.lead':
    'Ihr Browser vermisst das Teil, findet Fehler und berechnet den Preis auf den Cent genau, noch bevor etwas hochgeladen wird. Passt der Preis? Dann drucken wir das Teil und schicken es Ihnen.',
  'home.leadDays':
    'Heute bestellt, wird ein Teil in {count, plural, one {# Tag} other {# Tagen}} versandt.',
  'home.noAccount': 'Preis ohne Konto',
  'home.noSetup': 'Keine Einrichtungsgebühr',
  'home.countries': '{count, plural, one {# Land} other {# Länder}}',
  'home.show': 'Preis anzeigen',
  'home.costs': 'Was es kostet',
  'home.perGram': '{amount} pro Gramm',
  'home.minimum': 'Mindestens {amount} pro Teil.',
  'home.premium':
    'Premium-Qualität kostet das {factor}-Fache und hat {layer}\u00a0mm Schichthöhe, sofern eine Bestellung über die REST-API keine eigene angibt.',
  'home.customColor': 'Farben, die nicht vorrätig sind: {amount} pro Gramm.',
  'home.postage': 'Versand: {terms}.',
  'home.overtime':
    'Fertig geslicete Dateien: {amount} für jede Druckstunde, die über die im Gewicht enthaltene Zeit hinausgeht.',
  'home.formulas': 'Alle Formeln',
  'home.speed': 'So schnell versenden wir heute',
  'home.speedUnknown':
    'Die Auslastung der Druckfarm konnte gerade nicht abgerufen werden. Bitte laden Sie die Seite neu.',
  'home.parts': '{count, plural, one {# Teil} other {# Teile}}',
  'home.speedHint':
    'Gerade berechnet, für Teile von {grams}\u00a0g: {queue}, und die Druckfarm druckt {hours} pro Tag. Dies ist eine Schätzung, keine Zusage. Den Versandtag für Ihr Teil berechnet die Seite „Preis berechnen“.',
  'home.queueEmpty': 'vor Ihrer Bestellung steht keine andere',
  'home.queue':
    '{count, plural, one {vor Ihrer Bestellung steht # andere ({hours})} other {vor Ihrer Bestellung stehen # andere ({hours})}}',
  'home.checks': 'Was wir prüfen',
  'home.checkSize':
    '<term>Größe.</term> Ob das Teil in {size}\u00a0mm passt und ob die Maße in einer anderen Einheit gemeint sind.',
  'home.checkFaults':
    '<term>Fehler.</term> Offene Kanten, falsch verbundene Flächen und Überhänge werden gezählt und am Teil gezeigt.',
  'home.checkWalls':
    '<term>Wandstärken.</term> Überall gemessen; Wände, die für die Düse zu dünn sind, werden markiert.',
  'home.checkSliced':
    '<term>Geslicete Dateien.</term> Wir vergleichen die angegebene Druckzeit und Filamentmenge mit den Verfahrwegen. Dateien mit widersprüchlichen Angaben lehnen wir ab.',

  // Prices
  'price.free': 'Kostenlos',
  'price.giftCard': 'Geschenkkarte',
  'price.giftBalance': 'von {amount} Guthaben',
  'price.print': 'Druck, {count, plural, one {# Teil} other {# Teile}}',
  'price.postage': 'Versand, {country}',
  'price.postageHint': 'Einmal pro Paket; kostenlos ab {free} Warenwert, es fehlen {missing}',
  'price.total': 'Summe in US-Dollar',
  'price.due': 'Zu zahlen',
  // Days
  'days.ships': 'Heute bestellt, Versand bis {day}.',
  'days.shipsAndArrives':
    'Heute bestellt, Versand bis {day} und Zustellung zwischen {from} und {to}.',
  'days.shipsBy': 'Versand bis {day}.',
  'days.shipsByAndArrives': 'Versand bis {day}. Zustellung zwischen {from} und {to}.',
  // Settings of a part
  'color.Black': 'Schwarz',
  'color.White': 'Weiß',
  'color.Red': 'Rot',
  'color.Cyan': 'Cyan',
  'color.Sakura Pink': 'Sakura-Rosa',
  'color.Sunny Orange': 'Sonnenorange',
  'color.Green': 'Grün',
  'color.Yellow': 'Gelb',
  'color.Mint Green': 'Mintgrün',
  'color.Lavender': 'Lavendel',
  'color.Silver': 'Silber',
  'color.Brown': 'Braun',
  'quality.standard': 'Standard',
  'quality.premium': 'Premium',
  'specs.premium': 'Premium-Qualität',
  'specs.noColor': 'keine Farbe gewählt',
  'specs.asSliced': 'wird wie gesliced gedruckt',
  'specs.units.cm': 'in Zentimetern gelesen',
  'specs.units.m': 'in Metern gelesen',
  'specs.units.in': 'in Zoll gelesen',
  'specs.infill': '{percent}\u00a0% Füllung',
  'specs.layers': '{height}\u00a0mm Schichthöhe',
  'specs.nozzle': '{diameter}\u00a0mm Düse',
  'specs.highFlow': 'High-Flow-Düse',
  'specs.tiny': 'unter {mm}',
  'notes.supports': 'Das Teil wird ohne Aufpreis mit Stützstrukturen gedruckt.',
  'notes.turn': 'Das Teil wird für den Druck gedreht, sodass es keine Stützstrukturen braucht.',
  // Orders that wait for payment
  'waiting.order': 'Bestellung {code}',
  'waiting.toPay':
    'Die Bestellung {code} über {amount} ist noch nicht bezahlt. Bisher ist keine Zahlung eingegangen. <pay>Jetzt {amount} zahlen</pay> oder erneut zur Kasse gehen: Die neue Bestellung ersetzt die alte. Wenn Sie ein Teil der alten Bestellung ändern, wird diese storniert.',
  'waiting.settling':
    'Eine Zahlung von {amount} für die Bestellung {code} wird gerade bestätigt. Bitte zahlen Sie nicht erneut: <link>Zahlungseingang prüfen</link>.',
  // Basket
  'basket.title': 'Warenkorb',
  'basket.titleError': 'Fehler: Warenkorb',
  'basket.empty':
    'Ihr Warenkorb ist leer. Wählen Sie ein 3D-Modell, um in einer Sekunde seinen Preis zu sehen. Vor der Kasse wird nichts bestellt.',
  'basket.priceModel': 'Preis eines Modells berechnen',
  'basket.parts': '{count, plural, one {# Teil} other {# Teile}}',
  'basket.price': 'Preis',
  'basket.shipTo': 'Versand nach',
  'basket.update': 'Aktualisieren',
  'basket.checkOut': 'Zur Kasse',
  'basket.refused':
    '{count, plural, one {Ein Teil kann nicht gedruckt werden. Entfernen Sie es, um zur Kasse zu gehen.} other {# Teile können nicht gedruckt werden. Entfernen Sie sie, um zur Kasse zu gehen.}}',
  'basket.removeRefused':
    'Entfernen Sie dieses Teil, oder fügen Sie stattdessen eine korrigierte Datei hinzu.',
  'basket.was': 'vorher {amount}',
  'basket.quantity': 'Menge',
  'basket.quantityWrong':
    'Geben Sie eine Menge von {min} bis {max} ein, oder entfernen Sie das Teil.',
  'basket.lineGone': 'Diese Position ist nicht mehr im Warenkorb.',
  'basket.lineChanged':
    'Dieses Teil wurde in einem anderen Fenster geändert. Hier wurde nichts gespeichert; angezeigt wird der aktuelle Stand.',
  'basket.remove': 'Entfernen',
  'basket.removeFile': '{file} entfernen',
  'basket.add': 'Teil hinzufügen',
  'basket.addHint':
    'Auf der Seite „Preis berechnen“ können Sie STL, 3MF, OBJ, GLB und gesliceten G-Code hochladen und jedes Material und jede Farbe wählen. Sie sehen das Teil und seinen Preis, bevor Sie es hinzufügen.',
  'basket.priceAnother': 'Preis eines weiteren Modells berechnen',
  'basket.pricesChanged':
    'Die Preise haben sich geändert, seit Sie sie zuletzt gesehen haben. Die neuen stehen unten; es wurde nichts bestellt.',
  // Form of a part in the basket
  'editor.edit': 'Bearbeiten',
  'editor.sliced':
    'Diese Datei ist bereits gesliced: Füllung, Schichthöhe und Düse werden unverändert übernommen. Um sie zu ändern, slicen Sie das Modell neu und fügen Sie die neue Datei hinzu.',
  'editor.noQuantities':
    'Dieses Formular speichert keine Mengen. Wenn Sie Mengen geändert haben, wählen Sie zuerst „Aktualisieren“.',
  'editor.material': 'Material',
  'editor.color': 'Farbe',
  'editor.noColor': 'Keine Farbe gewählt',
  'editor.otherColor': 'Andere Farbe',
  'editor.colorName': 'Farbname oder Hexwert',
  'editor.quality': 'Qualität',
  'editor.infill': 'Füllung in %',
  'editor.layerHeight': 'Schichthöhe in mm',
  'editor.layersHint':
    '{min} bis {max}\u00a0% des Düsendurchmessers. Leer: {standard}\u00a0mm für Standard, {premium}\u00a0mm für Premium oder die nächste Höhe in diesem Bereich.',
  'editor.nozzle': 'Düse',
  'editor.numberWrong': 'Geben Sie eine ganze Zahl von {min} bis {max} ein.',
  'editor.layerHeightWrong': 'Geben Sie eine Höhe von {min} bis {max}\u00a0mm ein.',
  'editor.colorMissing':
    'Andere Farbe: Geben Sie einen Namen oder Hexwert ein, zum Beispiel teal oder #2f6f4f, oder wählen Sie eine vorrätige Farbe.',
  'editor.save': 'Zum Preis von {amount} speichern',
  'editor.showAgain': 'Preis erneut anzeigen',
  'editor.showNew': 'Neuen Preis anzeigen',
  'editor.samePrice': 'Der Preis bleibt bei {amount}. Noch ist nichts gespeichert.',
  'editor.newPrice': 'Neuer Preis {amount}, bisher {current}. Noch ist nichts gespeichert.',
  'editor.notSaved': 'Es wurde nichts gespeichert.',
  // Fields of a form
  'field.optional': '{label} (optional)',
  'field.correct':
    '{count, plural, one {Korrigieren Sie das markierte Feld:} other {Korrigieren Sie die markierten Felder:}}',
  'field.missing': 'Füllen Sie dieses Feld aus.',
  'field.tooLong': 'Höchstens {limit} Zeichen.',
  'field.emailWrong': 'Geben Sie nur eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  'field.emailRefused': 'Geben Sie nur eine E-Mail-Adresse ohne Zusätze ein.',
  'field.zipWrong': 'Geben Sie einen ZIP-Code der USA ein: 5 Ziffern oder 5 und 4 mit Bindestrich.',
  'field.giftCardWrong': 'Dieser Code ist unbekannt oder hat kein Guthaben mehr.',
  'field.vatIdWrong':
    'Geben Sie die Nummer mit dem Kürzel ihres Landes ein, zum Beispiel DE123456789.',
  // Details of a business buyer
  'buyer.company': 'Firma',
  'buyer.vatId': 'Umsatzsteuer-Identifikationsnummer',
  'buyer.purchaseOrder': 'Ihre Bestellnummer',
  // Saved card
  'card.name': '{brand} mit den Endziffern {digits}',
  'card.digits': 'Karte mit den Endziffern {digits}',
  // Checkout
  'checkout.title': 'Kasse',
  'checkout.titleError': 'Fehler: Kasse',
  'checkout.lead': '{count, plural, one {# Teil} other {# Teile}}, {amount}.',
  'checkout.contact': 'Kontaktdaten',
  'checkout.noAccount':
    'Sie brauchen kein Konto. <link>Melden Sie sich an</link>, um eine gespeicherte Adresse zu verwenden.',
  'checkout.email': 'E-Mail-Adresse',
  'checkout.shipTo': 'Lieferadresse',
  'checkout.otherAddresses': 'Oder Versand an: {addresses}',
  'checkout.country': 'Land',
  'checkout.updatePostage': 'Versandkosten aktualisieren',
  'checkout.name': 'Vor- und Nachname',
  'checkout.street': 'Straße und Hausnummer',
  'checkout.apartment': 'Adresszusatz',
  'checkout.zip': 'Postleitzahl',
  'checkout.city': 'Ort',
  'checkout.state': 'Bundesstaat oder Region',
  'checkout.phone': 'Telefon für den Paketdienst',
  'checkout.books': 'Für Ihre Buchhaltung',
  'checkout.invoices':
    'Rechnungen gibt es nur mit Konto: <link>Melden Sie sich vorher an</link>, wenn Sie eine brauchen. Ohne Konto gilt die Bestätigung per E-Mail als Beleg.',
  'checkout.reference': 'Ihr Zeichen',
  'checkout.referenceHint': 'Steht auf dem Lieferschein.',
  'checkout.referenceHintAccount':
    'Nicht auf der Rechnung: Es steht auf dem Lieferschein und in der Liste Ihrer Bestellungen.',
  'checkout.note': 'Anmerkung',
  'checkout.noteLabel': 'Für die Druckfarm',
  'checkout.noteHint':
    'Was wir beim Drucken wissen sollten, zum Beispiel welche Seite sichtbar ist.',
  'checkout.order': 'Ihre Bestellung',
  'checkout.quantity': 'Menge {quantity}',
  'checkout.giftCard': 'Geschenkkartencode',
  'checkout.apply': 'Einlösen',
  'checkout.giftCards': 'Geschenkkarte kaufen oder Guthaben prüfen',
  'checkout.refused':
    '<link>Entfernen Sie die Teile, die nicht gedruckt werden können</link>, um die übrigen zu bestellen.',
  'checkout.pay': 'Zahlungspflichtig bestellen',
  'checkout.payByCard': 'Zahlungspflichtig bestellen',
  'checkout.payByOtherCard': 'Mit anderer Karte zahlungspflichtig bestellen',
  'checkout.payByGiftCard': 'Zahlungspflichtig bestellen',
  'checkout.giftCardPays':
    'Die Geschenkkarte deckt den gesamten Betrag. Die Bestellung wird sofort aufgegeben.',
  'checkout.cardPage':
    'Ihre Kartendaten geben Sie auf der Seite des Zahlungsdienstleisters ein, die sich als Nächstes öffnet. Vor der Zahlung wird nichts gedruckt. Eine Bestellung, die nicht innerhalb von {hours} Stunden bezahlt ist, wird storniert.',
  'checkout.otherCardPage':
    'Die Daten der anderen Karte geben Sie auf der Seite des Zahlungsdienstleisters ein, die sich als Nächstes öffnet. Vor der Zahlung wird nichts gedruckt. Eine Bestellung, die nicht innerhalb von {hours} Stunden bezahlt ist, wird storniert.',
  'checkout.charged':
    '{card} ist die in Ihrem Konto gespeicherte Karte. Sie wird sofort mit {amount} belastet.',
  'checkout.chargedDigits':
    'Die in Ihrem Konto gespeicherte Karte hat die Endziffern {digits}. Sie wird sofort mit {amount} belastet.',
  'checkout.busy': 'Einen Moment …',
  'checkout.accept':
    'Mit der Bestellung akzeptieren Sie unsere <terms>AGB</terms> und bestätigen, dass Sie die Modelle drucken lassen dürfen. Siehe auch <refunds>Erstattungen</refunds> und <privacy>Datenschutz</privacy>.',
  'checkout.declined':
    'Die gespeicherte Karte wurde abgelehnt. Es wurde nichts abgebucht, und Ihr Warenkorb ist unverändert. Zahlen Sie mit einer anderen Karte, oder versuchen Sie es erneut.',
  'checkout.declinedBecause':
    'Die gespeicherte Karte wurde abgelehnt: {reason}. Es wurde nichts abgebucht, und Ihr Warenkorb ist unverändert. Zahlen Sie mit einer anderen Karte, oder versuchen Sie es erneut.',
  // Reasons of declined cards, after a colon. Pages in English quote the card processor instead
  'declined.card_not_supported': 'Die Karte unterstützt diese Art von Zahlung nicht',
  'declined.expired_card': 'Die Karte ist abgelaufen',
  'declined.insufficient_funds': 'Das Konto der Karte ist nicht ausreichend gedeckt',
  'declined.processing_error': 'Bei der Verarbeitung der Karte ist ein Fehler aufgetreten',
  // Failures of a checkout
  'failure.basketChanged':
    'Der Warenkorb wurde in einem anderen Fenster geändert oder bestellt. Hier wurde nichts bestellt. Prüfen Sie ihn, und bestellen Sie erneut.',
  'failure.cardChanged':
    'In Ihrem Konto ist jetzt eine andere Karte gespeichert. Es wurde nichts bestellt oder abgebucht. Prüfen Sie die Karte unter der Schaltfläche, und bestellen Sie erneut.',
  'failure.debt':
    'Dieses Konto schuldet {amount}: Die Zahlung für eine Geschenkkarte oder für Credits wurde zurückgebucht, nachdem sie verbraucht waren. Bis zum Ausgleich kann es weder Geschenkkarten noch Credits kaufen oder verwenden. Bitte schreiben Sie uns. Es wurde nichts abgebucht.',
  'failure.dueChanged':
    'Der zu zahlende Betrag ist jetzt {amount}. Es wurde nichts bestellt. Prüfen Sie die Bestellung, und bestellen Sie erneut.',
  'failure.giftCardUnusable':
    'Der Code dieser Geschenkkarte ist unbekannt oder hat kein Guthaben mehr. Es wurde nichts bestellt.',
  'failure.giftCardLimit':
    'Aus Ihrem Netzwerk wurden zu viele Geschenkkartencodes ausprobiert. Versuchen Sie es später erneut.',
  'failure.networkLimit':
    'Aus Ihrem Netzwerk wurden zu viele Bestellungen begonnen. Es wurde nichts bestellt. Versuchen Sie es später erneut.',
  'failure.emailLimit':
    'Für diese E-Mail-Adresse wurden heute zu viele Bestellungen begonnen. Es wurde nichts bestellt. Melden Sie sich an, um zu bestellen, oder versuchen Sie es morgen erneut.',
  'failure.limiterUnavailable':
    'Die Anfragebegrenzung ist derzeit nicht erreichbar. Es wurde nichts ausgeführt. Versuchen Sie es gleich noch einmal.',
  'failure.notWritten':
    'Bei uns ist ein Fehler aufgetreten, und die Bestellung wurde nicht aufgegeben. Es wurde nichts abgebucht. Der Fehler wurde protokolliert. Versuchen Sie es gleich noch einmal.',
  'failure.notWrittenNow':
    'Die Bestellung konnte gerade nicht gespeichert werden. Es wurde nichts abgebucht. Bestellen Sie erneut.',
  'failure.openOrders':
    'Ihr Konto hat {limit} unbezahlte Bestellungen. Bezahlen Sie eine davon, oder warten Sie, bis die älteste {days, plural, one {einen Tag} other {# Tage}} nach ihrem Eingang storniert wird. Es wurde nichts bestellt.',
  'failure.priceChanged':
    'Der Preis von Position {place} ist jetzt {amount}. Es wurde nichts bestellt. Prüfen Sie den neuen Preis, und bestellen Sie erneut.',
  'failure.processorBusy':
    'Es werden gerade zu viele Zahlungsseiten geöffnet. Versuchen Sie es in {seconds} Sekunden erneut. Es wurde nichts abgebucht.',
  'failure.processorUnavailable':
    'Der Zahlungsdienstleister ist nicht erreichbar. Es wurde nichts geändert. Versuchen Sie es erneut.',
  'failure.totalChanged':
    'Die Summe ist jetzt {amount}. Es wurde nichts bestellt. Prüfen Sie die neue Summe, und bestellen Sie erneut.',
  'failure.unconfirmed':
    'Beim Speichern der Bestellung ist bei uns ein Fehler aufgetreten, und ob sie aufgegeben wurde, ist noch nicht bekannt. Geben Sie keine neue Bestellung auf: Senden Sie dieses Formular erneut ab. Wurde die Bestellung aufgegeben, wird sie dann angezeigt und nicht ein zweites Mal aufgegeben.',
  'failure.unconfirmedOrder':
    'Die Bestellung {code} ist aufgegeben, aber bei uns ist ein Fehler aufgetreten, und ob sie bezahlt ist, ist noch nicht bekannt. Bestellen Sie nicht erneut: Prüfen Sie in einer Minute ihren Status.',
  // Units and settings of an order
  'units.daysShort': '{count, plural, one {# Tag} other {# Tage}}',
  'units.aboutGrams': 'etwa {grams}\u00a0g',
  'units.lessThanGram': 'weniger als 1\u00a0g',
  'supports.printed': 'Mit Stützstrukturen gedruckt',
  'supports.figures': 'Mit Stützstrukturen gedruckt: {weight}, {time}',
  'supports.turned': 'Für den Druck gedreht, ohne Stützstrukturen',
  'ordered.file': 'Datei',
  'ordered.settings': 'Einstellungen',
  'ordered.supports': 'Stützstrukturen',
  'ordered.noColor': 'Standardfarbe (keine Farbe gewählt)',
  'ordered.defaultColor': 'Standardfarbe',
  'ordered.quality.standard': 'Standard-Qualität',
  'ordered.quality.premium': 'Premium-Qualität',
  'ordered.picture': 'Teil {place} der Bestellung',
  // Price of an order
  'order.print': 'Druck',
  'order.amountOfOne': '{grams}\u00a0g, etwa {duration} Druckzeit',
  'order.amountOfParts':
    '{quantity} Teile mit je {grams}\u00a0g und etwa {duration} Druckzeit, zusammen etwa {total}',
  'order.amountOfLines': '{quantity} Teile, zusammen {grams}\u00a0g und etwa {duration} Druckzeit',
  'order.postage': 'Versand',
  'order.total': 'Summe',
  'order.byCard': 'Per Karte',
  'refund.done': 'Erstattung',
  'refund.unconfirmed': 'Erstattung (noch nicht bestätigt)',
  'refund.of': 'Für {items}, {time}',
  'refund.line': 'Position {line}',
  'refund.allParts': 'alle {of} Teile von Position {line}',
  'refund.someParts': '{quantity} der {of} Teile von Position {line}',
  'refund.postage': 'die Versandkosten',
  'refund.lost': 'Auf die Karte zurückgebucht',
  'refund.totalAfter': 'Summe nach Erstattungen',
  // What happened to the card of an order. The English sentences are those of the API, tools and emails
  'charge.awaits_checkout': 'Die Bestellung ist noch nicht bezahlt.',
  'charge.arrived_late':
    'Die Karte wurde erst belastet, als die Bestellung bereits geschlossen war. Die Bestellung gilt damit nicht als bezahlt.',
  'charge.charged': 'Die Bestellung ist bezahlt.',
  'charge.declined': 'Die gespeicherte Karte wurde abgelehnt. Es wurde nichts abgebucht.',
  'charge.not_made':
    'Die Abbuchung von der gespeicherten Karte hat den Zahlungsdienstleister nicht erreicht. Es wurde nichts abgebucht.',
  'charge.no_card': 'Es ist keine Karte hinterlegt. Es wurde nichts abgebucht.',
  'charge.settling':
    'Die Abbuchung ist noch nicht abgeschlossen: Der Zahlungsdienstleister hat noch nicht bestätigt, ob die gespeicherte Karte belastet wurde.',
  // What the status of an order means. The English sentences are those of the API, tools and emails
  'statusLine.PENDING_PAYMENT':
    'Die Bestellung ist gespeichert und wartet auf die Zahlung. Vorher wird nichts gedruckt.',
  'statusLine.RECEIVED': 'Die Bestellung ist bezahlt und wird von uns geprüft.',
  'statusLine.ACCEPTED':
    'Wir haben die Bestellung angenommen. Sie wartet auf einen freien Drucker.',
  'statusLine.PRINTING':
    'Die Bestellung wird gedruckt: Ihre Teile sind auf einem Drucker oder warten auf einen.',
  'statusLine.PRINTED': 'Der Druck ist fertig und wird verpackt.',
  'statusLine.SHIPPED': 'Das Paket wurde dem Paketdienst übergeben.',
  'statusLine.DELIVERED': 'Das Paket wurde zugestellt.',
  'statusLine.CANCELLED': 'Die Bestellung wurde storniert und wird nicht gedruckt.',
  'statusLine.REJECTED':
    'Wir haben die Bestellung abgelehnt, meist weil sich eine Datei nicht drucken lässt.',
  'order.overdue':
    'Die Bestellung wurde storniert, weil sie bis zum {day} nicht bezahlt wurde. Sie wird nicht gedruckt. Bestellen Sie erneut, wenn Sie sie noch möchten.',
  'order.busy':
    'Wir können gerade nicht beim Zahlungsdienstleister nachfragen, weil zu viele Bestellungen geprüft werden. Diese Seite zeigt den letzten bekannten Stand. Laden Sie sie in einer Minute neu.',
  // Payment page
  'pay.title': 'Bestellung {code} bezahlen',
  'pay.back': 'Zurück zur Bestellung',
  'pay.order': 'Die Bestellung',
  'pay.heading': '{amount} zahlen',
  'pay.byCard': 'Jetzt {amount} per Karte bezahlen',
  'pay.confirmedUnpaid':
    'Der Zahlungsdienstleister bestätigt, dass für diese Bestellung noch nichts bezahlt wurde.',
  'pay.presumedUnpaid':
    'Soweit wir wissen, wurde für diese Bestellung noch nichts bezahlt. Bevor eine Zahlung beginnt, fragen wir noch einmal beim Zahlungsdienstleister nach.',
  'pay.lead':
    '{charge} {known} Sie zahlen mit einer beliebigen Karte auf der Seite des Zahlungsdienstleisters und kehren danach hierher zurück. Die Bestellung kann bis zum {time} bezahlt werden; danach wird sie storniert.',
  'pay.noLink':
    'Der Zahlungsdienstleister hat keine Zahlungsseite geliefert. Es wurde nichts abgebucht. Versuchen Sie es in einer Minute erneut.',
  'pay.paid': 'Diese Bestellung ist bezahlt',
  'pay.paidLead': 'Wir haben {amount} erhalten. Es ist nichts mehr zu zahlen.',
  'pay.settling': 'Eine Zahlung wird verarbeitet',
  'pay.pending': 'Eine Zahlung von {amount} für diese Bestellung wird noch verarbeitet.',
  'pay.settlingLead':
    '{payment} Das dauert meist weniger als eine Minute. Bis dahin müssen Sie nichts zahlen.',
  'pay.checkAgain': 'Erneut prüfen',
  'pay.overdue': 'Zu spät für die Zahlung',
  'pay.overdueLead':
    '{overdue} Sie wird nicht berechnet. Eine Zahlung, die noch eingeht, wird erstattet.',
  'pay.replaced': 'Durch eine neuere Bestellung ersetzt',
  'pay.replacedLead':
    'Der Warenkorb wurde erneut bestellt, daher wurde diese Bestellung storniert. Sie wurde nicht bezahlt und wird nicht berechnet.',
  'pay.nothing': 'Nichts zu zahlen',
  'pay.closedLead': '{status} Die Bestellung wurde nicht bezahlt, und Ihnen wird nichts berechnet.',
  'pay.notDueLead':
    '{status} Für die Bestellung ist hier keine Zahlung nötig, und Ihnen wird nichts berechnet.',
  'pay.unreachable': 'Der Zahlungsdienstleister ist nicht erreichbar',
  'pay.unreachableLead':
    'Vor jeder Zahlung fragen wir bei ihm nach, ob die Bestellung bereits bezahlt ist, und er antwortet nicht. Es wurde keine Zahlung begonnen. Versuchen Sie es in einer Minute erneut.',
  'pay.refused': 'Der Zahlungsdienstleister hat die Zahlungsseite abgelehnt',
  'pay.refusedLead':
    'Vor jeder Zahlung fragen wir bei ihm nach, ob die Bestellung bereits bezahlt ist, und er hat die Anfrage abgelehnt. Es wurde keine Zahlung begonnen und nichts abgebucht. Versuchen Sie es später erneut. Wenn es dabei bleibt, schreiben Sie uns.',
  'pay.tooMany': 'Zu viele Anfragen',
  'pay.tooManyLead':
    'Aus Ihrem Netzwerk oder für diese Bestellung wurden zu oft Zahlungsseiten geöffnet. Es wurde nichts abgebucht und keine Zahlung begonnen. Versuchen Sie es in {count, plural, one {{seconds} Sekunde} other {{seconds} Sekunden}} erneut.',
  'pay.busy': 'Die Zahlungsseite ist ausgelastet',
  'pay.busyLead':
    'Vor jeder Zahlung fragen wir beim Zahlungsdienstleister nach, ob die Bestellung bereits bezahlt ist, und gerade warten zu viele Bestellungen auf diese Prüfung. Es wurde nichts abgebucht und keine Zahlung begonnen. Versuchen Sie es in {count, plural, one {{seconds} Sekunde} other {{seconds} Sekunden}} erneut.',
  'pay.tryAgain': 'Erneut versuchen',
  // Order page: status. The English labels are those of the API, tools and emails
  'order.title': 'Bestellung {code}',
  'status.PENDING_PAYMENT': 'Zahlung ausstehend',
  'status.RECEIVED': 'Eingegangen – wird geprüft',
  'status.ACCEPTED': 'Angenommen – wartet auf den Druck',
  'status.PRINTING': 'Im Druck',
  'status.PRINTED': 'Gedruckt – wird für den Versand vorbereitet',
  'status.SHIPPED': 'Versandt',
  'status.DELIVERED': 'Zugestellt',
  'status.CANCELLED': 'Storniert',
  'status.REJECTED': 'Abgelehnt',
  'statusLine.held':
    'Die Bestellung ist angehalten, solange wir sie prüfen. Bis dahin hat sie keinen Versandtermin.',
  'statusLine.returning':
    'Ihre Zahlung wird gerade vollständig erstattet. Wir führen die Bestellung nicht weiter aus, sofern wir mit Ihnen nichts anderes vereinbart haben.',
  'statusLine.returned':
    'Ihre Zahlung wurde vollständig erstattet. Wir führen die Bestellung nicht weiter aus, sofern wir mit Ihnen nichts anderes vereinbart haben.',
  'statusLine.untracked': 'Es wurde ohne Sendungsverfolgung versandt.',
  'progress.label': 'Fortschritt der Bestellung',
  'progress.done': '(erledigt)',
  'progress.now': '(aktuell)',
  'progress.ahead': '(ausstehend)',
  'step.PENDING_PAYMENT': 'Zahlung',
  'step.RECEIVED': 'Prüfung',
  'step.ACCEPTED': 'Geplant',
  'step.PRINTING': 'Druck',
  'step.PRINTED': 'Gedruckt',
  'step.SHIPPED': 'Versandt',
  'step.DELIVERED': 'Zugestellt',
  'days.shipsLate':
    'Zugesagt war der Versand bis {day}. Er verspätet sich: Wir versenden, sobald alles fertig ist.',
  'days.arrives': 'Zustellung zwischen {from} und {to}.',
  'days.arrivalOverdue':
    'Das Paket sollte bis {day} ankommen. Wenn es noch nicht da ist, schreiben Sie uns.',
  'printing.count': '{printed} von {parts, plural, one {# Teil} other {# Teilen}} gedruckt.',
  'printing.plate': 'Druckplatte {plate}, {parts, plural, one {# Teil} other {# Teile}}',
  'printing.started': 'auf einem Drucker',
  'printing.ended': 'gedruckt, wird noch geprüft',
  'printing.percent': '{percent}\u00a0%',
  'printing.percentLeft': '{percent}\u00a0%, noch etwa {duration}',
  'order.asOf': 'Stand: {time}. Laden Sie die Seite neu, um Änderungen zu sehen.',
  'order.live': 'Diese Seite aktualisiert sich selbst. Zuletzt geprüft: {time}.',
  'order.notConnected': 'Seit {time} nicht verbunden. Es wird erneut versucht.',
  'order.checkedAt': 'Zuletzt geprüft: {time}. Diese Seite prüft innerhalb einer Minute erneut.',
  // Order page: payment
  'order.thanks': 'Vielen Dank. Wir haben Ihre Zahlung erhalten.',
  'order.unpaid': 'Noch nicht bezahlt',
  'order.payUntil':
    '{charge} Sie können bis zum {time} mit einer beliebigen Karte auf der Seite des Zahlungsdienstleisters zahlen; danach wird die Bestellung storniert.',
  'order.pay': 'Jetzt {amount} zahlen',
  'order.payment': 'Ihre Zahlung',
  'order.wasPaid': 'Für diese Bestellung wurden {amount} gezahlt. {refund}',
  'order.disputed': 'Die Bank der Karte hat nach einer Zahlungsanfechtung {amount} zurückgebucht.',
  'order.refundedAndDisputed':
    '{refunded} wurden erstattet. Die Bank der Karte hat nach einer Zahlungsanfechtung {amount} zurückgebucht.',
  'order.refundedToGiftCard': 'Der gesamte Betrag wurde auf die Geschenkkarte erstattet.',
  'order.refundedToBoth':
    'Der gesamte Betrag wurde erstattet: zuerst auf die Geschenkkarte, der Rest auf die Karte, mit der Sie gezahlt haben.',
  'order.refundedToCard':
    'Der gesamte Betrag wurde auf die Karte erstattet, mit der Sie gezahlt haben. Banken zeigen eine Erstattung meist innerhalb von {from} bis {to} Tagen an.',
  'order.refunding':
    'Eine Erstattung von {amount} wurde veranlasst. Der Zahlungsdienstleister hat sie noch nicht bestätigt.',
  'order.refundedNothing':
    'Es wurde nichts erstattet. Wenn Sie Fragen haben, schreiben Sie uns, und geben Sie den Code dieser Bestellung an.',
  'order.refundedPart':
    '{amount} wurden erstattet. Wenn Sie Fragen haben, schreiben Sie uns, und geben Sie den Code dieser Bestellung an.',
  'order.unconfirmed': 'Zahlungsbestätigung steht aus',
  'order.unconfirmedPayment':
    'Der Zahlungsdienstleister hat noch keine Zahlung für diese Bestellung bestätigt. Das kann eine Minute dauern.',
  'order.checkBeforePaying':
    '{payment} Prüfen Sie erneut, bevor Sie zahlen. Eine Bestellung wird nie doppelt berechnet.',
  'order.paymentPage': 'Zahlungsseite',
  'order.receipt': 'Beleg oder Rechnung zum Drucken',
  // Order page: parcel, parts and history
  'parcel.heading': 'Ihr Paket',
  'parcel.carrier': 'Paketdienst',
  'parcel.number': 'Sendungsnummer',
  'parcel.shipped': 'Versandt',
  'parcel.track': 'Sendung verfolgen',
  'order.ordered': 'Bestellte Teile',
  'order.again': 'Erneut bestellen',
  'order.price': 'Preis',
  'order.history': 'Verlauf',
  'order.public': 'Jeder mit diesem Link kann die Seite öffnen. Sie zeigt nie die Lieferadresse.',
  'history.placed': 'Bestellung aufgegeben',
  'history.refunded': 'Erstattung von {amount} ausgezahlt',
  'history.refundedFor': 'Erstattung von {amount} für {items} ausgezahlt',
  'history.refundSent': 'Erstattung von {amount} gesendet',
  'history.refundSentFor': 'Erstattung von {amount} für {items} gesendet',
  'history.refundReturned': '{amount} einer Erstattung von der Bank zurückgegeben',
  'history.disputed': 'Zahlung von {amount} von der Bank der Karte angefochten',
  'history.disputeWon': 'Die Bank hat die Anfechtung beendet: Die Zahlung bleibt bestehen',
  'history.disputeLost': 'Die Bank hat die Anfechtung beendet: {amount} gingen an die Karte zurück',
  'history.reprinted': 'Teile werden kostenlos neu gedruckt',
  'history.overdue': 'Storniert: nicht rechtzeitig bezahlt',
  'history.backTo': 'Zurück zu: {status}',
  'history.payment.missing': 'Zahlung von {amount} eingegangen',
  'history.payment.duplicate': 'Zweite Zahlung von {amount} eingegangen',
  'history.payment.closed': 'Zahlung von {amount} für die geschlossene Bestellung eingegangen',
  'history.payment.wrong_amount':
    'Zahlung von {amount} eingegangen, die nicht dem Betrag der Bestellung entspricht',
  'history.payment.refunded': 'Zahlung von {amount} erstattet',
  'history.payment.refused':
    'Der Zahlungsdienstleister hat die Erstattung der Zahlung von {amount} abgelehnt',
  'history.payment.returned': 'Erstattung der Zahlung von {amount} von der Bank zurückgegeben',
  'history.payment.kept': 'Zahlung von {amount} einbehalten',
  'history.PENDING_PAYMENT': 'Wartet auf Zahlung',
  'history.RECEIVED': 'Zahlung eingegangen',
  'history.ACCEPTED': 'Von uns angenommen',
  'history.PRINTING': 'Druck begonnen',
  'history.PRINTED': 'Druck abgeschlossen',
  'history.SHIPPED': 'Dem Paketdienst übergeben',
  'history.DELIVERED': 'Zugestellt',
  'history.CANCELLED': 'Storniert',
  'history.REJECTED': 'Abgelehnt',
  'shortStatus.PENDING_PAYMENT': 'Zahlung ausstehend',
  'shortStatus.RECEIVED': 'Eingegangen',
  'shortStatus.ACCEPTED': 'Angenommen',
  'shortStatus.PRINTING': 'Im Druck',
  'shortStatus.PRINTED': 'Gedruckt',
  'shortStatus.SHIPPED': 'Versandt',
  'shortStatus.DELIVERED': 'Zugestellt',
  'shortStatus.CANCELLED': 'Storniert',
  'shortStatus.REJECTED': 'Abgelehnt',
  // Order page: questions
  'contact.heading': 'Fragen zu dieser Bestellung',
  'contact.write': 'Schreiben Sie uns zu dieser Bestellung',
  'contact.you': 'Sie',
  'contact.files': '{count, plural, one {Datei: } other {Dateien: }}',
  'contact.name': 'Ihr Name',
  'contact.email': 'E-Mail-Adresse für unsere Antwort',
  'contact.code': 'Code der Bestellung',
  'contact.codeHint': 'Zum Beispiel SVC-7KQ2ZM; er steht in der Bestätigung per E-Mail.',
  'contact.message': 'Nachricht',
  'contact.file': 'Datei',
  'contact.fileHint': 'Eine Datei, bis {size}: {types}',
  'contact.send': 'Nachricht senden',

  // Section for developers
  'developers.heading': 'Für Entwickler: ein Teil mit einer Anfrage bestellen',
  'developers.lead':
    'Senden Sie eine Datei und eine Adresse. Die Antwort enthält den Code der Bestellung, den Preis, die Angabe, ob Ihre Karte belastet wurde, und die Adresse der Bestellseite. STL, GLB, 3MF und fertig gesliceter G-Code, bis {size}.',
  'developers.noKey':
    '<link>Legen Sie ein Konto an</link>, hinterlegen Sie eine Karte und erzeugen Sie einen API-Schlüssel. Er ersetzt {variable} in den Beispielen.',
  'developers.key':
    'Ihr Schlüssel beginnt mit {prefix}. Er wurde einmal angezeigt; einen neuen erzeugen Sie in <link>Ihrem Konto</link>.',
  'developers.firstOrder': 'Erste Bestellung',
  'developers.documentation': 'Dokumentation',
  'developers.more': 'Nur ein Preis oder noch kein Modell?',
  'developers.price': 'Für einen Preis brauchen Sie kein Konto:',
  'developers.generation':
    'Aus einer Beschreibung oder aus Fotos kann ein Modell generiert werden. Das kostet Credits; jedes Konto beginnt mit {credits}. Mit einem Erweiterungs-Token aus <link>Ihrem Konto</link>:',
  'developers.poll':
    'Fragen Sie danach den <link>Status</link> des Auftrags ab. Sobald er abgeschlossen ist, bestellen Sie das Modell über {field}.',
  'developers.samples': 'Programmiersprache des Beispiels',
  'developers.copy': 'Kopieren',
  'developers.copied': 'Kopiert',
}
