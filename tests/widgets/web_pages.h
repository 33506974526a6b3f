#pragma once

#include "engine/io/scenario_file.h"
#include "tests/widgets/gantt_pictures.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
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

/// A page with sliders, by their paths.
inline PictureOptions withSliders(const SliderTexts& sliders) {
    PictureOptions options;
    options.sliders = sliders;
    return options;
}

}  // namespace bubblescope::test
