#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

#include "engine/core/result.h"
#include "widgets/picture/figure.h"

#include <functional>
#include <string>
#include <vector>

class QCPPainter;
class QPaintDevice;

namespace bubblescope {

/// A picture to keep that paints itself: the same in every format.
///
/// Units  CSS pixels, as FigureOptions
struct Picture {
    QSize size;
    QString title;  // for the file's properties; empty: the program's name
    std::function<void(QCPPainter& painter)> paint;
};

/// Pictures one below another, to the left.
Picture stacked(std::vector<Picture> pictures);

/// The picture as a file of one format, with the document inside; none where `json` is empty.
///
/// Units   `scale`: image pixels a CSS pixel in a PNG
/// Errors  a size past the limits, found before memory is taken; whatever encoding refuses
Result<QByteArray> pictureFile(FigureFormat format, const Picture& picture, int scale, const std::string& json);

/// The picture itself, for the clipboard.
Result<QImage> pictureImage(const Picture& picture, double pixelRatio);

/// What pictures that are no Picture share with it: an image or a page as a file, with the document inside.
Result<QByteArray> pngFile(QImage image, const std::string& json);
Result<QByteArray> pdfFile(const QSize& size, const QString& title, const std::string& json,
                           const std::function<void(QPaintDevice& page)>& paint);

}  // namespace bubblescope
