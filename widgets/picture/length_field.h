#pragma once

#include <QWidget>

#include "engine/style/length.h"

#include <optional>

class QLineEdit;
class QComboBox;

namespace bubblescope {

/// A field for a length: a number, its unit, and optionally a list of named widths.
class LengthField : public QWidget {
    Q_OBJECT
public:
    enum class Names { None, Widths };

    /// `without` is what an empty number stands for, such as "automatic"; if it is empty, a number is required.
    LengthField(const QString& name, const QString& without, Names names, QWidget* parent = nullptr);

    /// Nullopt if the field is empty.
    ///
    /// Errors  the text is not a length
    Result<std::optional<Length>> length() const;
    void setLength(const std::optional<Length>& length);
    /// The unit in which an empty field is filled in.
    void offerUnit(LengthUnit unit);
    void setMarked(bool isMarked);
    QLineEdit* number() const { return m_number; }

signals:
    void edited();

private:
    void takeUnit(int index);
    void showName();

    QLineEdit* m_number;
    QComboBox* m_unit;
    QComboBox* m_names = nullptr;
    LengthUnit m_shownUnit = LengthUnit::Pixel;
};

}  // namespace bubblescope
