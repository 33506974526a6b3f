#pragma once

#include "engine/io/scenario_file.h"
#include "tests/widgets/gantt_pictures.h"
#include "widgets/picture/save_file.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtEndian>

// What the tests of web pages share.

namespace bubblescope::test {

inline Result<QByteArray> webPage(const Scenario& scenario, const PictureOptions& options = {}) {
    const auto picture = pictureOf(scenario, outcomesOf(scenario, options.theme), options);
    return picture ? pictureFile(kHtml, *picture, 1, writeScenario(scenario)) : Result<QByteArray>(picture.error());
}

/// The data of an element of a page: "page-data" or "words-data".
inline QJsonObject webDataIn(const QByteArray& page, const char* id) {
    const qsizetype element = page.indexOf("id=\"" + QByteArray(id) + '"'), begin = page.indexOf('>', element) + 1;
    const qsizetype size = page.indexOf("data-size=\"", element) + 11;
    QByteArray packed(4, Qt::Uninitialized);
    qToBigEndian(page.mid(size, page.indexOf('"', size) - size).toUInt(), packed.data());
    packed += QByteArray::fromBase64(page.mid(begin, page.indexOf('<', begin) - begin));
    return QJsonDocument::fromJson(qUncompress(packed)).object();
}

inline std::vector<Time> wholeNumbers(const QJsonValue& text) {
    std::vector<Time> numbers;
    for (const QString& number : text.toString().split(' ', Qt::SkipEmptyParts)) numbers.push_back(number.toLongLong());
    return numbers;
}

inline QString browser() {
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
        if (const QString found = QStandardPaths::findExecutable(QLatin1String(name)); !found.isEmpty()) return found;
    return {};
}

/// What a page reports about itself in a browser, or what a script at its end puts into an element called "report".
inline QJsonDocument reportOfPage(QByteArray page, const QTemporaryDir& dir, double ratio = 1,
                                  const QByteArray& script = {}) {
    const QString path = dir.filePath(QStringLiteral("page.html"));
    if (!script.isEmpty()) page.replace("</body>", "<script>" + script + "</script></body>");
    if (!writeFile(path, page)) return {};
    const auto dom = output(browser(), {"--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,900",
                                        "--force-device-scale-factor=" + QString::number(ratio),
                                        "--user-data-dir=" + dir.filePath("profile"), "--dump-dom",
                                        "file://" + path + (script.isEmpty() ? QStringLiteral("#report") : QString())});
    if (!dom) return {};
    const QByteArray element = "<pre id=\"report\">";
    const qsizetype begin = dom->lastIndexOf(element) + element.size();
    QByteArray text = dom->mid(begin, dom->indexOf("</pre>", begin) - begin);
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u00a0").replace("&amp;", "&");
    return QJsonDocument::fromJson(text);
}

/// A page with sliders, by their paths.
inline PictureOptions withSliders(const SliderTexts& sliders) {
    PictureOptions options;
    options.sliders = sliders;
    return options;
}

}  // namespace bubblescope::test
