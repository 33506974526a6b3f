#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

#include "widgets/gantt/gantt_layout.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

enum class FigureFormat { Png, Svg, Pdf };

/// What a picture to keep looks like. The same options give the same picture in every format.
///
/// Units  width and height in CSS pixels: 1/96 inch in SVG and PDF, `scale` image pixels in a PNG
struct FigureOptions {
    int width = 1200;
    std::optional<int> height;  // none: as high as it needs
    int scale = 1;              // of a PNG
    ThemeId theme = ThemeId::Light;
    QString palette = QStringLiteral("default");
    ColorBy colorBy = ColorBy::Kind;
    CellLabel labels = CellLabel::Microbatch;
    SchemeMarks marks;
    int firstNumber = 0;
    BubbleKind bubble = BubbleKind::OfTotal;
    QString title;  // empty: none
    bool legend = true;
    std::vector<int> schedules;  // which, in this order; empty: all

    friend bool operator==(const FigureOptions&, const FigureOptions&) = default;
};

inline constexpr int kMinFigureWidth = 200;
inline constexpr int kMaxFigureSide = 32'768;
inline constexpr long long kMaxFigurePixels = 64'000'000;
/// Up to so many cells each is a shape of its own; above, one path a device and colour.
inline constexpr std::size_t kMaxSingleCells = 20'000;

/// Stacked Gantts as a file of one format, with the scenario inside.
///
/// Errors  a size past the limits, or too low for its rows; found before memory is taken
/// Cost    follows the number of ops up to a few hundred thousand, then the number of devices
/// Thread  any
Result<QByteArray> figureFile(FigureFormat format, const std::vector<Outcome>& outcomes, const FigureOptions& options,
                              const std::string& scenarioJson);

/// The picture itself, for clipboard and preview.
Result<QImage> figureImage(const std::vector<Outcome>& outcomes, const FigureOptions& options, double pixelRatio);

/// The size that the picture has, in CSS pixels.
Result<QSize> figureSize(const std::vector<Outcome>& outcomes, const FigureOptions& options);

/// The outcomes with the series colours of another theme than the window's.
std::vector<Outcome> recolored(std::vector<Outcome> outcomes, const Scenario& scenario, ThemeId theme);

/// The format that a file name ends in: .png, .svg or .pdf, whatever the case.
std::optional<FigureFormat> figureFormatOf(const QString& fileName);

}  // namespace bubblescope
