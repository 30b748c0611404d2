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

  // Section for developers
  'developers.heading': 'Für Entwickler: ein Teil mit einer Anfrage bestellen',
  'developers.lead':
    'Senden Sie eine Datei und eine Adresse. Die Antwort enthält die Bestellnummer, den Preis, die Angabe, ob Ihre Karte belastet wurde, und die Adresse der Bestellseite. STL, GLB, 3MF und fertig gesliceter G-Code, bis {size}.',
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
