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
  // Quote page. Components that its script renders as well take only messages of `script-messages.ts`
  'quote.title': 'Preis eines 3D-Modells berechnen',
  'quote.titleError': 'Fehler: Preis eines 3D-Modells berechnen',
  'quote.stays': 'Ihre Datei bleibt in diesem Browser, bis Sie das Teil in den Warenkorb legen.',
  'quote.sent': 'Ihre Datei wird an uns gesendet, wenn Sie den Preis anzeigen.',
  'quote.chooseFile': 'Wählen Sie eine Datei, und zeigen Sie ihren Preis an.',
  'quote.fileKept':
    'Ändern Sie, was Sie möchten, und zeigen Sie den Preis erneut an: Ihre Datei bleibt gespeichert.',
  'quote.how': 'Druckeinstellungen',
  'quote.units': 'Einheit',
  'quote.fromFile': 'laut Datei',
  'quote.empty':
    'Wählen Sie eine Datei: Größe, Wandstärken und Fehler erscheinen hier, mit einem Preis auf den Cent genau.',
  'quote.hollowHint': '{size}\u00a0mm Wandstärke, innen leer.',
  'quote.postageTo': 'Versand nach',
  'quote.why': 'Wie kommt der Preis zustande?',
  'quote.inBasket': 'Liegt im Warenkorb.',
  'quote.addAgain': 'Erneut hinzufügen',
  'quote.unitThenFile': 'Wählen Sie oben die Einheit, und senden Sie die Datei erneut:',
  'quote.unitThenPrice': 'Wählen Sie oben die Einheit, und zeigen Sie den Preis erneut an:',
  'quote.picture': 'Ihr Teil von vorne links, Fehler farbig markiert',
  'unitName.mm': 'Millimeter',
  'unitName.cm': 'Zentimeter',
  'unitName.m': 'Meter',
  'unitName.in': 'Zoll',
  // Model from a link
  'link.title': 'Modell von einem Link laden',
  'link.titleError': 'Fehler: Modell von einem Link laden',
  'link.choose': 'Oder <link>wählen Sie eine Datei</link>.',
  'link.paste': 'Oder fügen Sie einen Link zu einem Modell ein',
  'link.account':
    'Dafür brauchen Sie ein Konto, denn das Modell wird dort gespeichert: Sie melden sich zuerst an oder registrieren sich, und Ihr Link bleibt so lange erhalten.',
  'link.url': 'Öffentlicher Link',
  'link.urlHint': 'Ein direkter https-Link zu einer STL-, 3MF-, OBJ- oder GLB-Datei, bis {size}.',
  'link.fetch': 'Modell laden',
  'link.ofLink': 'Das Modell dieses Links',
  'link.fetchPrice': 'Modell laden und Preis anzeigen',
  // 3D view
  'stage.label': '3D-Ansicht',
  'stage.reading': 'Wird gelesen …',
  'stage.reset': 'Zurücksetzen',
  'stage.front': 'Vorne',
  'stage.side': 'Seite',
  'stage.top': 'Oben',
  'stage.zoomIn': 'Vergrößern',
  'stage.zoomOut': 'Verkleinern',
  'stage.faults': 'Fehler',
  'stage.xray': 'Röntgen',
  'stage.keys':
    'Pfeiltasten drehen das Teil, Umschalt- und Pfeiltasten verschieben es, Plus und Minus zoomen, 0 setzt die Ansicht zurück, 1 zeigt die Vorderseite, 2 die Seite, 3 die Oberseite. Escape verlässt die Ansicht.',
  'view.label': 'Ihr Teil in 3D',
  'view.part': '{name}, 3D-Ansicht, {size}',
  'view.failed': 'Als Bilder gezeigt, weil dieser Browser nicht in 3D zeichnen kann.',
  'view.failedBecause':
    'Als Bilder gezeigt, weil dieser Browser nicht in 3D zeichnen kann ({reason}).',
  'view.side.iso': '{part}, von vorne links',
  'view.side.front': '{part}, von vorne',
  'view.side.back': '{part}, von hinten',
  'view.side.left': '{part}, von links',
  'view.side.right': '{part}, von rechts',
  'view.side.top': '{part}, von oben',
  'view.side.bottom': '{part}, von unten',
  'view.withFaults': '{picture}, Fehler farbig markiert',
  // Choices of a part
  'material.pla': 'Steif und präzise. Für die meisten Teile.',
  'material.petg': 'Zäher und für draußen geeignet.',
  'material.abs': 'Wärmebeständig bis 90\u00a0°C.',
  'material.asa': 'Wie ABS, und beständig gegen Sonnenlicht.',
  'material.tpu': 'Biegsam wie Gummi.',
  'option.other': 'Andere …',
  'option.customColor': 'Jede andere Farbe: Name oder Hexwert',
  'option.customRate': 'Wir kaufen die Spule für Sie: mindestens {amount} pro Gramm.',
  'option.standardHint': '{mm}\u00a0mm Schichthöhe: gut für die meisten Teile.',
  'option.premiumHint':
    '{mm}\u00a0mm Schichthöhe: glattere Oberfläche, zum {factor}-fachen Preis pro Gramm.',
  'option.strength': 'Festigkeit',
  'preset.light': 'Leicht',
  'preset.lightHint': 'Dekoration und Modelle',
  'preset.standardHint': 'Gut für die meisten Teile',
  'preset.strong': 'Stabil',
  'preset.strongHint': 'Für Lasten, Schrauben und Zahnräder',
  'option.oneLess': 'Eins weniger',
  'option.oneMore': 'Eins mehr',
  'option.advanced': 'Erweitert',
  'option.infill': 'Füllung',
  'option.layerHeight': 'Schichthöhe',
  'choice.noColor': 'noch nicht gewählt',
  'choice.nameColor': 'Geben Sie eine Farbe ein, zum Beispiel teal oder #2f6f4f.',
  'break.discount': 'ab {quantity}: {percent}\u00a0% Rabatt',
  'break.atLeast': 'mindestens {amount} pro Teil',
  'break.price': 'ab {quantity}: {each}',
  'break.each': 'je {amount}',
  'break.aboutEach': 'je etwa {amount}',
  'break.off': '{percent}\u00a0% Rabatt',
  'break.minimum': '{amount} ist unser Mindestpreis pro Teil.',
  // Size and units of a file
  'unit.um': 'µm',
  'unit.in': 'Zoll',
  'unit.ft': 'Fuß',
  'unit.guess': '{unit}: {size}',
  'unit.question': '{size}, in {unit} gelesen. War die Datei in einer anderen Einheit gemeint?',
  'unit.tooSmall':
    '{size}, in {unit} gelesen: zu klein zum Drucken. War die Datei in einer anderen Einheit gemeint?',
  'unit.tooLarge':
    '{size}, in {unit} gelesen: zu groß zum Drucken. War die Datei in einer anderen Einheit gemeint?',
  // Changes of a part
  'change.title': 'Teil ändern',
  'change.scale': 'Maßstab',
  'changed.orient': 'Für den Druck ausrichten',
  'change.orientHint': 'Legt das Teil auf die Fläche, die am wenigsten Stützstrukturen braucht.',
  'change.hollow': 'Aushöhlen',
  'change.walls': 'mit Wandstärke',
  'change.kept':
    'Diese Änderungen sind im gespeicherten Teil enthalten. Um sie rückgängig zu machen, wählen Sie Ihre Datei erneut.',
  'change.undoAll': 'Alle Änderungen rückgängig machen',
  'changed.undoOrient': 'Ausrichtung rückgängig machen',
  'changed.scaleWrong': 'Geben Sie einen Maßstab von {min} bis {max}\u00a0% ein.',
  'changed.wallWrong': 'Geben Sie eine Wandstärke von {min} bis {max}\u00a0mm ein.',
  'changed.notPriced': 'Eine Datei ohne Preis kann nicht geändert werden.',
  'changed.sliced':
    'Eine geslicete Datei wird unverändert gedruckt. Um das Teil zu ändern, wählen Sie das Modell selbst.',
  'changed.notPrintable':
    'Skalieren Sie das Teil, bis es gedruckt werden kann. Dann lässt es sich ausrichten und aushöhlen.',
  'changed.failed':
    'Das Teil ist unverändert: Die Änderung hat zu lange gedauert oder braucht mehr Speicher, als dieser Browser bereitstellt.',
  'changed.file':
    'Das geänderte Teil kommt als STL-Datei in den Warenkorb. Ihre eigene Datei bleibt unverändert.',
  'changed.liesWell': 'Das Teil liegt bereits auf seiner besten Fläche und wurde nicht gedreht.',
  'changed.turned': 'Auf die beste Fläche gedreht: Höhe {before} → {after}.',
  'changed.turnedOverhangs':
    'Auf die beste Fläche gedreht: Höhe {before} → {after}, Überhänge {areaBefore} → {areaAfter}.',
  'changed.notHollowed': 'Nicht ausgehöhlt: Im Inneren lässt sich kein Hohlraum anlegen.',
  'changed.hollow': 'Ausgehöhlt mit {wall} Wandstärke',
  'changed.thinner': 'Ausgehöhlt mit {wall} Wandstärke, weil bei {asked} kein Hohlraum hineinpasst',
  'changed.savesNoWeight': '{change}: spart kein Gewicht. {note}',
  'changed.grams': 'spart {grams}\u00a0g pro Teil',
  'changed.lessThanGram': 'spart weniger als ein Gramm pro Teil',
  'changed.saves': '{change}: {weight} und insgesamt {amount}.',
  'changed.minimum': '{change}: {weight}, aber der Preis bleibt beim Mindestpreis.',
  'changed.samePrice': '{change}: {weight}, und der Preis bleibt gleich.',
  // Findings in a file
  'state.done': 'Gut:',
  'state.running': 'Läuft:',
  'state.waiting': 'Hinweis:',
  'state.broken': 'Problem:',
  'fact.size': 'Größe',
  'fact.volume': 'Volumen',
  'fact.triangles': 'Dreiecke',
  'fact.thinnest': 'Dünnste Wand',
  'fact.over': 'über {size}',
  'fact.measured': '{size}, von den gemessenen Wänden',
  'fact.under': 'unter {size}',
  'fact.plateSize': 'Größe auf der Platte',
  'fact.plates': 'Platten',
  'fact.slicer': 'Gesliced mit',
  'fact.notStated': 'nicht angegeben',
  'fact.time': 'Druckzeit',
  'fact.filament': 'Filament',
  'fact.byLength': 'nach Länge',
  'fact.layers': 'Schichten',
  'finding.inspecting': 'Dünne Wände und Überhänge werden gesucht …',
  'finding.notInspected': 'Dünne Wände und Überhänge konnten nicht geprüft werden.',
  'finding.show': 'Zeigen',
  'faultName.open_edges': 'offene Kanten',
  'faultName.non_manifold_edges': 'Kanten mehrerer Flächen',
  'faultName.overhangs': 'Überhänge',
  'faultName.thin_walls': 'dünne Wände',
  'faultName.outside': 'außerhalb des Bauraums',
  'fault.open_edges': '{count, plural, one {# offene Kante} other {# offene Kanten}}',
  'fault.non_manifold_edges':
    '{count, plural, one {# Kante, an der} other {# Kanten, an denen}} mehr als zwei Flächen zusammentreffen',
  'fault.overhangs': '{count, plural, one {# Überhang} other {# Überhänge}} steiler als {degrees}°',
  'fault.thin_walls': '{count, plural, one {# Wand} other {# Wände}} dünner als {size}',
  'fault.outside': 'Das Teil ragt aus dem Bauraum heraus',
  'advice.open_edges': 'Wir schließen die Lücken vor dem Druck; prüfen Sie die Stellen.',
  'advice.non_manifold_edges': 'Wir trennen die Flächen vor dem Druck.',
  'advice.thin_walls': 'Sie können brechen oder im Druck fehlen. Machen Sie sie möglichst dicker.',
  'advice.outside': 'Verkleinern Sie das Teil, oder teilen Sie es auf.',
  'advice.supports': 'Auf Stützstrukturen gedruckt; die Unterseite wird rauer.',
  'advice.turn': 'Für den Druck gedreht, sodass es keine Stützstrukturen braucht. {reason}',
  'advice.none': 'Ohne Stützstrukturen gedruckt. {reason}',
  'advice.overhangs': 'Wo sie Stützstrukturen brauchen, wird die Unterseite rauer.',
  'reason.noSupports': 'Die Druckprüfung empfiehlt keine Stützstrukturen.',
  'reason.turn': 'So wie in der Datei lägen {area} der Schichten auf nichts auf.',
  'reason.none': 'Alle Schichten liegen auf oder überbrücken eine Lücke.',
  'reason.little': 'Nur {area} der Schichten lägen auf nichts auf, zu wenig für Stützstrukturen.',
  'supported.free': '{printed}, ohne Aufpreis.',
  'good.watertight': 'Geschlossene Oberfläche',
  'good.walls': 'Wände mindestens {size} dick',
  'good.fits': 'Passt in den Drucker',
  'repair.done': 'Repariert: {repairs}',
  'repair.holes': '{count, plural, one {# Loch} other {# Löcher}} geschlossen',
  'repair.flipped': '{count, plural, one {# Dreieck} other {# Dreiecke}} nach außen gedreht',
  'repair.duplicates':
    '{count, plural, one {# doppeltes Dreieck} other {# doppelte Dreiecke}} entfernt',
  'repair.degenerates': '{count, plural, one {# Dreieck} other {# Dreiecke}} ohne Fläche entfernt',
  'repair.loose': '{count, plural, one {# loses Dreieck} other {# lose Dreiecke}} entfernt',
  'repair.welded': '{count, plural, one {# Ecke} other {# Ecken}} mit einem Nachbarn verbunden',
  'volume.leftOut':
    'Einige Objekte der Datei werden nicht gedruckt, weil das Projekt sie nicht zum Druck vorsieht.',
  'volume.overlap':
    'Körper des Modells überschneiden sich: Was sie gemeinsam haben, wird nur einmal abgerechnet und gedruckt.',
  'volume.cavities':
    'Das Modell hat zu viele Oberflächen, als dass wir prüfen könnten, welche davon Hohlräume sind: Abgerechnet wird, was ein Slicer füllt.',
  'volume.holes':
    'Die Oberfläche des Modells hat {count, plural, one {ein Loch, das} other {# Löcher, die}} zum Messen geschlossen {count, plural, one {wurde} other {wurden}}: Prüfen Sie, ob nichts fehlt.',
  'sliced.agrees': 'Die Angaben der Datei stimmen mit ihren Verfahrwegen überein',
  'sliced.platesAgree': '{count} Platten, deren Angaben mit ihren Verfahrwegen übereinstimmen',
  'sliced.asIs':
    'Eine geslicete Datei wird unverändert gedruckt: Füllung, Schichten und Düse bestimmt der Slicer.',
  'sliced.plate': 'Platte {plate}: {size}',
  'sliced.showPlate': 'Platte {plate}',
  'sliced.layers': '{count} Schichten',
  // Price of a part
  'sum.empty': 'Der Preis erscheint, sobald die Datei gelesen ist.',
  'sum.reading': 'Die Datei wird gelesen …',
  'sum.correct': 'Korrigieren Sie das markierte Feld, um den Preis dieses Teils zu sehen.',
  'sum.noPrice': 'Dieses Teil hat noch keinen Preis.',
  'sum.thisPart': 'Dieses Teil',
  'sum.parts': '{quantity} Teile, je etwa {amount}',
  'sum.inBasket': 'bereits im Warenkorb',
  'sum.notInTotal': 'nicht in der Summe',
  'sum.others': '{count, plural, one {Das andere Teil} other {Die anderen # Teile}}',
  'sum.total': 'Summe mit Versand',
  'sum.theseTotal': 'Diese Teile mit Versand',
  'sum.bar': 'mit Versand. {days}',
  'sum.theseBar': 'diese Teile mit Versand. {days}',
  'sum.announce': 'Summe {amount}',
  'sum.free': 'kostenlos',
  'sum.hollow': 'Aushöhlen und {amount} sparen',
  'why.caption': 'So berechnet sich der Preis dieses Teils',
  'why.weight': 'Gewicht',
  'why.machine': 'Maschinenzeit',
  'why.machineTerms': 'Stunden, die über die im Gewicht enthaltene Zeit hinausgehen, je {amount}',
  'why.discount': 'Mengenrabatt',
  'why.discountRounded': '{percent}\u00a0% Rabatt, gerundet, damit die Zeilen aufgehen',
  'why.minimum': 'Mindestpreis',
  'why.minimumTerms': 'ein Teil kostet mindestens {amount}, auch mit Rabatt',
  'why.print': 'Druck',
  'why.postage': 'Versand',
  'why.postageTerms': '{country}, kostenlos ab {amount}',
  'why.slicerWeight': 'laut Slicer, aufgerundet, pro Teil',
  'why.weightTerms':
    '{volume} × {percent}\u00a0% gefüllt × {density}\u00a0g/cm³, aufgerundet, pro Teil',
  'why.customRate': '{amount} (Farbe nicht vorrätig)',
  'why.premium': '{factor} Premium',
  'why.rounded': '{sum}, auf den Cent gerundet',
  'why.accuracy':
    'Das Gewicht wird aus dem Volumen geschätzt, nach derselben Regel für jedes Teil. Im Vergleich mit {slices} Slices von {models} Teilen bei {min} bis {max}\u00a0% Füllung ({slicer}) lag die mittlere Schätzung (Median) gemessen am Gewicht laut Slicer {typical}, und neun von zehn lagen zwischen {low} und {high}: zu hoch bei massiven Teilen, zu niedrig bei dünnwandigen. Um nach dem genauen Gewicht zu zahlen, wählen Sie eine geslicete .gcode- oder .gcode.3mf-Datei: Sie wird nach Filament und Zeit berechnet, die ihr Slicer angibt.',
  'why.equal': 'gleichauf',
  'why.below': '{percent}\u00a0% darunter',
  'why.above': '{percent}\u00a0% darüber',
  // Files without a price
  'refused.format': 'Wir können .{extension}-Dateien nicht lesen.',
  'refused.noExtension': 'Wir können eine Datei ohne Dateiendung nicht lesen.',
  'refused.formatTodo':
    'Exportieren Sie das Teil als STL, 3MF, OBJ oder GLB, oder wählen Sie eine geslicete .gcode- oder .gcode.3mf-Datei.',
  'refused.step': 'Dies ist eine STEP-Datei. Sie hat keine Oberfläche, die wir drucken können.',
  'refused.stepTodo':
    'Exportieren Sie das Teil in Ihrem CAD-Programm als 3MF oder STL in Millimetern, mit einer Abweichung von höchstens {deviation}\u00a0mm.',
  'refused.picture': 'Dies ist ein Bild, kein 3D-Modell.',
  'refused.pictureTodo': 'Wir können aus dem, was es zeigt, ein Modell erstellen.',
  'refused.pictureLink': 'Modell aus einem Bild generieren',
  'refused.noModels': 'In dieser ZIP-Datei ist kein 3D-Modell.',
  'refused.empty': 'Die Datei ist leer.',
  'refused.emptyTodo': 'Exportieren Sie das Teil erneut, und wählen Sie die neue Datei.',
  'refused.larger': 'Die Datei ist größer als {limit}.',
  'refused.large': 'Die Datei hat {size}; höchstens möglich sind {limit}.',
  'refused.largeTodo':
    'Exportieren Sie das Modell mit weniger Dreiecken oder als 3MF, das komprimiert ist.',
  'refused.unreadable': 'Wir konnten aus dieser Datei kein druckbares Teil lesen.',
  'refused.nothingPrints': 'Ein Drucker würde von diesem Teil nichts drucken.',
  'refused.nothingTodo':
    'Es ist zu dünn, zu flach oder zu klein. Machen Sie die Wände dicker, oder prüfen Sie die Einheit.',
  'refused.hour': 'Ihre Dateien haben die gesamte Rechenzeit dieser Stunde verbraucht.',
  'refused.hourTodo': 'Versuchen Sie es in {minutes} Minuten erneut.',
  'refused.busy': 'Wir sind gerade überlastet und können diese Datei nicht vermessen.',
  'refused.busyTodo': 'Warten Sie einige Sekunden, und versuchen Sie es erneut.',
  'refused.tooLarge':
    'Das Teil passt nicht: Es misst {size}\u00a0mm, und unsere Drucker fassen {volume}\u00a0mm.',
  'refused.tooLargeIn':
    'Das Teil passt nicht: Es misst {size}\u00a0mm, in {unit} gelesen, und unsere Drucker fassen {volume}\u00a0mm.',
  'refused.tooLargeTodo':
    'Skalieren Sie es auf höchstens {percent}\u00a0%, wählen Sie eine andere Einheit, oder zerlegen Sie es in mehrere Teile.',
  'refused.tooLargeSliced': 'Slicen Sie ein kleineres Teil, oder teilen Sie es in mehrere.',
  'refused.noUsage': 'Diese geslicete Datei hat keinen Preis.',
  'refused.noUsageTodo':
    'Sie ist gesliced, gibt aber keinen Filamentverbrauch an. Slicen Sie das Modell erneut mit einem aktuellen Slicer.',
  'refused.expired': 'Die gesendete Datei ist nicht mehr gespeichert.',
  'refused.expiredTodo': 'Wählen Sie sie erneut. Ihre Einstellungen bleiben erhalten.',
  'refused.wall': 'Die Wandstärke des hohlen Teils liegt außerhalb des möglichen Bereichs.',
  'refused.wallTodo':
    'Geben Sie eine Wandstärke von {min} bis {max}\u00a0mm ein, oder lassen Sie das Teil massiv.',
  'refused.material': 'Dieses Material bieten wir nicht an.',
  'refused.quality': 'Diese Qualität bieten wir nicht an.',
  'refused.units': 'Diese Einheit bieten wir nicht an.',
  'refused.valueTodo': 'Wählen Sie aus der Liste.',
  'refused.noFile': 'Wählen Sie zuerst eine Datei.',
  'refused.choicesKept': 'Ihre Einstellungen bleiben erhalten.',
  'refused.other': 'Andere Datei wählen',
  // Reasons of unreadable files, by code. Pages in English quote the geometry core instead, which names the place
  'unread.damaged':
    'Die Datei ist beschädigt. Laden Sie sie erneut herunter, oder exportieren Sie sie neu.',
  'unread.format':
    'Ihr Inhalt passt nicht zur Dateiendung. Exportieren Sie das Teil erneut als STL oder 3MF.',
  'unread.limit': 'Das Modell ist zu komplex. Vereinfachen Sie es, und wählen Sie es erneut.',
  'unread.unsupported':
    'Die Datei verwendet eine Funktion, die wir nicht lesen können. Exportieren Sie das Teil als einfaches STL oder 3MF.',
  'unread.noSurface': 'Die Datei enthält keine Oberfläche zum Drucken.',
  'unread.noVolume': 'Das Modell ist flach oder offen: Es umschließt kein Volumen.',
  'unread.notToPrint':
    'Nichts in der Datei ist zum Drucken vorgesehen. Geben Sie in Ihrem Slicer ein Teil zum Drucken frei, und exportieren Sie die Datei erneut.',
  'unread.sliced':
    'Die Angaben der gesliceten Datei widersprechen ihrem Inhalt. Slicen Sie das Modell neu, und wählen Sie die neue Datei.',
  'unread.tooSmall':
    'Das Teil misst auf jeder Seite weniger als {mm}\u00a0mm und kann nicht gedruckt werden. Wahrscheinlich war die Datei in einer anderen Einheit gemeint.',
  'unread.timedOut':
    'Das Messen hat zu lange gedauert. Vereinfachen Sie das Modell, und wählen Sie es erneut.',
  'unread.memory':
    'Das Messen hat zu viel Speicher gebraucht. Vereinfachen Sie das Modell, und wählen Sie es erneut.',
  'unread.padded':
    'Die Datei besteht größtenteils aus anderem als dem Modell. Exportieren Sie das Modell allein, als STL oder 3MF.',
  'unread.moved':
    'Der Browser kann die Datei nicht mehr lesen: Sie wurde verschoben oder geändert. Wählen Sie sie erneut.',
  'unread.other':
    'Exportieren Sie das Teil erneut als STL oder 3MF, und wählen Sie die neue Datei.',
  // Files that the page opens
  'zip.models': '{count, plural, one {# Modell} other {# Modelle}} aus {file}.',
  'zip.leftOut': 'Ausgelassen: {names}.',
  'zip.more': '{names} und {count} weitere',
  'zip.isEmpty': 'Sie ist leer. Wir drucken STL, 3MF, OBJ, GLB und gesliceten G-Code.',
  'zip.holds': 'Sie enthält {names}. Wir drucken STL, 3MF, OBJ, GLB und gesliceten G-Code.',
  'zip.password':
    'Sie ist mit einem Passwort geschützt. Entpacken Sie sie, und wählen Sie die Modelle darin.',
  'zip.damaged': 'Das Archiv ist beschädigt oder unvollständig. Laden Sie es erneut herunter.',
  'zip.zip64':
    'Es ist ein ZIP64-Archiv, das wir nicht lesen können. Entpacken Sie es, und wählen Sie die Modelle darin.',
  'zip.tooMany': 'Sie enthält mehr als {count} Dateien.',
  'zip.notOpened':
    'Sie konnte nicht geöffnet werden: Die Verbindung wurde unterbrochen. Laden Sie die Seite neu.',
  'zip.problem.damaged': 'beschädigt',
  'zip.problem.password': 'mit Passwort geschützt',
  'zip.problem.packed': 'auf eine Weise gepackt, die wir nicht lesen können',
  'zip.problem.larger': 'größer als {limit}',
  'zip.problem.models': 'mehr als {count} Modelle',
  'zip.problem.total': 'mehr, als ein Archiv enthalten darf',
  'files.noRoom':
    '{count, plural, one {Eine Datei wurde} other {# Dateien wurden}} ausgelassen: Ein Warenkorb fasst {parts} Teile und diese Seite {size} an Dateien. Legen Sie zuerst die Teile dieser Seite in den Warenkorb.',
  'read.file': 'Die Datei wird gelesen',
  'read.measuring': 'Das Teil wird vermessen',
  'read.took': 'in {seconds}\u00a0s gelesen',
  // Parts of the page
  'list.yourPart': 'Ihr Teil',
  'list.parts': 'Teile',
  'list.count': '{count} Teile',
  'list.ready': '{ready} von {count} bereit',
  'list.notLoaded':
    'Die Preise und Mengen dieser Liste konnten nicht geladen werden: Die Verbindung wurde unterbrochen.',
  'list.applyNotLoaded':
    'Das Übernehmen der Einstellungen für alle Teile konnte nicht geladen werden: Die Verbindung wurde unterbrochen.',
  'words.notLoaded':
    'Die Texte dieser Seite konnten nicht geladen werden: Die Verbindung wurde unterbrochen.',
  'list.reload': 'Seite neu laden',
  'list.sort': 'Sortieren',
  'sort.added': 'Wie hinzugefügt',
  'sort.name': 'Name',
  'sort.price': 'Höchster Preis',
  'sort.state': 'Offene zuerst',
  'list.quantity': 'Menge von {name}',
  'list.remove': '{name} entfernen',
  'list.add': '+ Teil hinzufügen',
  'list.noPrice': 'kein Preis',
  'list.color': 'Farbe: {color}',
  'list.sliced': '{plates, plural, one {Geslicete Datei} other {Gesliced, # Platten}}',
  'apply.legend': 'Was alle Teile erhalten',
  'apply.button': 'Für alle {count} Teile übernehmen',
  'apply.done': 'Alle {count} Teile haben diese Einstellungen.',
  'apply.announce': 'Für alle {count} Teile übernommen.',
  'apply.undo': 'Rückgängig',
  'kept.parts':
    '{count, plural, one {Ein Teil eines früheren Besuchs ist} other {# Teile früherer Besuche sind}} noch in diesem Browser.',
  'kept.open': '{count, plural, one {Öffnen} other {Alle öffnen}}',
  'kept.remove': 'Entfernen',
  'kept.lost':
    '{count, plural, one {Ein Teil geht} other {# Teile gehen}} beim Neuladen verloren: Dieser Browser hat keinen Platz für mehr.',
  'partState.measuring': 'Wird vermessen …',
  'partState.refused': 'Nicht druckbar: {reason}',
  'partState.tooLarge': 'größer als unsere Drucker.',
  'partState.added': 'Im Warenkorb',
  'partState.infill': 'Angabe prüfen: Füllung',
  'partState.layerHeight': 'Angabe prüfen: Schichthöhe',
  'partState.quantity': 'Angabe prüfen: Menge',
  'partState.shape': 'Angabe prüfen: Maßstab oder Wandstärke',
  'partState.color': 'Angabe fehlt: Farbe',
  'partState.checkSize': 'Bereit, aber prüfen Sie die Größe',
  'partState.ready': 'Bereit',
  'left.parts': 'Nicht hinzugefügt: {parts}.',
  'left.measuring': '{name} wird vermessen',
  'left.choice': 'bei {name} ist eine Angabe zu prüfen',
  'left.refused': '{name} ist nicht druckbar',
  'left.measuringParts': '{count} Teile werden vermessen',
  'left.choiceParts': 'bei {count} Teilen ist eine Angabe zu prüfen',
  'left.refusedParts': '{count} Teile sind nicht druckbar',
  // Adding parts to the basket
  'add.add': 'In den Warenkorb',
  'add.parts': '{count} Teile in den Warenkorb',
  'add.some': '{ready} von {count} Teilen in den Warenkorb',
  'add.short': 'Hinzufügen',
  'add.shortParts': '{count} hinzufügen',
  'add.checkOut': 'Jetzt zur Kasse',
  'add.checkOutShort': 'Zur Kasse',
  'add.openBasket': 'Warenkorb öffnen',
  'add.adding': 'Wird hinzugefügt …',
  'add.addingParts': '{place} von {count} wird hinzugefügt …',
  'add.changed':
    '{file} wurde während des Hinzufügens geändert: Im Warenkorb liegt der vorherige Stand.',
  'add.noPrice': '{file} hat noch keinen Preis.',
  'add.broken':
    '{file} wurde nicht hinzugefügt: Die Verbindung wurde unterbrochen. Versuchen Sie es erneut.',
  'add.refused': '{file} wurde nicht hinzugefügt ({status}). Versuchen Sie es gleich noch einmal.',
  'add.notAdded': '{file} wurde nicht hinzugefügt.',
  'add.refusedBecause': '{file} wurde nicht hinzugefügt. {reason}',
  'add.pricesChanged':
    'Die Preise haben sich geändert, seit Sie sie zuletzt gesehen haben. Zu den alten wurde nichts bestellt.',
  'added.parts': '{count} Teile liegen im Warenkorb.',
  'added.names':
    '{count, plural, one {{names} liegt im Warenkorb.} other {{names} liegen im Warenkorb.}}',

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
